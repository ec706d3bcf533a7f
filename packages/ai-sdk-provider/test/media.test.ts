import { jsonReply, rateLimitReply, type TestReply } from "@model-access/sdk/testing";
import { generateImage, experimental_generateVideo as generateVideo } from "ai";
import { describe, expect, test } from "vitest";
import { chatCompletion, providerOf } from "./stub-provider.js";

const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]);
const fileReply = (bytes: Uint8Array, mediaType: string, headers: [string, string][] = []): TestReply => ({
  head: { status: 200, headers: [["content-type", mediaType], ...headers] },
  chunks: [bytes],
  ending: "complete",
});
const redirect = (location: string): TestReply => {
  return { head: { status: 302, headers: [["location", location]] }, chunks: [], ending: "complete" };
};
const address = "https://media.example/cat.png";
const says = (content: string) => jsonReply(chatCompletion({ content }));

/** Makes a picture with a service that says this and then gives these replies, and returns the error where it fails. */
async function paint(content: string, replies: TestReply[] = [], options: object = {}) {
  const { modelAccess, calls } = providerOf([says(content), ...replies]);
  const model = modelAccess.image("Test-Painter");
  const making = generateImage({ model, prompt: "A cat.", ...options }).then(
    (result) => ({ result, message: "" }),
    (error: Error) => ({ result: undefined, message: error.message }),
  );
  return { ...(await making), calls };
}

describe("a picture", () => {
  test.each([
    ["a Markdown image", "Here: ![a cat](https://media.example/cat.png)", address],
    [
      "a Markdown image after a link",
      "[all] [cats](https://a.example/): ![a [cat](https://media.example/cat.png)",
      address,
    ],
    ["a Markdown link", "[a cat](https://media.example/cat.png)", address],
    ["a bare address", "See https://media.example/cat.png", address],
    ["an address of this machine", "http://127.0.0.1:4010/cat.png", "http://127.0.0.1:4010/cat.png"],
  ])("is fetched from %s, without the key", async (_name, text, url) => {
    const { result, calls } = await paint(text, [fileReply(png, "image/png")]);

    expect(result?.image.uint8Array).toEqual(png);
    expect(calls[0]?.body).toEqual({
      model: "Test-Painter",
      messages: [{ role: "user", content: "A cat." }],
      stream: false,
    });
    expect(calls[1]).toMatchObject({ method: "GET", url, headers: { accept: "image/*" } });
    expect(calls[1]?.headers).not.toHaveProperty("authorization");
    expect(result?.providerMetadata.modelAccess?.images).toEqual([
      expect.objectContaining({ text, attempts: 1, model: "Test-Model" }),
    ]);
  });

  test.each([
    ["names none", "I can't draw that.", `The reply names no image; it says: "I can't draw that."`],
    ["is elsewhere without https", "http://media.example/cat.png", "only https images are fetched"],
    ["is a file", "![a](file:///etc/passwd)", "only https images are fetched"],
  ])("is refused where the reply %s, and not asked for again", async (_name, text, message) => {
    const made = await paint(text);

    expect(made.message).toContain(message);
    expect(made.calls).toHaveLength(1);
  });

  test("is read from a data URL, which nobody has to fetch", async () => {
    const { result, calls } = await paint(`![a cat](data:image/png;base64,${btoa(String.fromCharCode(...png))})`);

    expect(result?.image.uint8Array).toEqual(png);
    expect(calls).toHaveLength(1);
  });

  test("is fetched where its address redirects to", async () => {
    const replies = [redirect("/cats/1.png"), redirect("https://files.example/1.png"), fileReply(png, "image/png")];

    const { result, calls } = await paint(address, replies);

    expect(result?.image.uint8Array).toEqual(png);
    expect(calls.slice(2).map(({ url }) => url)).toEqual([
      "https://media.example/cats/1.png",
      "https://files.example/1.png",
    ]);
    expect(calls.slice(1).filter(({ headers }) => "authorization" in headers)).toEqual([]);
  });

  const charged = "the image is charged, and a new call is charged again";

  test.each([
    ["to an address without https", redirect("http://10.0.0.1/"), "The image is at http://10.0.0.1, but only https"],
    ["to this machine", redirect("http://127.0.0.1/"), "The image is at http://127.0.0.1, but only https"],
    ["to nowhere", redirect("https://"), `GET https://media.example/cat.png answered 302; ${charged}`],
    ["in a circle", redirect("/cat.png"), `GET https://media.example/cat.png answered 302; ${charged}`],
  ])("is no reason to pay again where its address redirects %s", async (_name, reply, message) => {
    const made = await paint(address, Array(6).fill(reply));

    expect(made.message).toContain(message);
    expect(made.calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("is refused where it is too large", async () => {
    const length: [string, string] = ["content-length", String(32 * 1024 * 1024 + 1)];
    const { message } = await paint(address, [fileReply(png, "image/png", [length])]);

    expect(message).toContain("exceeded maximum size of 33554432 bytes");
  });

  test("takes pictures to begin with, and warns of what a media bot has no words for", async () => {
    const options = { prompt: { text: "Blue.", images: [png] }, size: "64x64" };

    const { result, calls } = await paint(address, [fileReply(png, "image/png")], options);

    expect(calls[0]?.body).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Blue." },
            { type: "image_url", image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } },
          ],
        },
      ],
    });
    expect(result?.warnings).toMatchObject([{ type: "unsupported", feature: "size" }]);
  });

  test("is aborted with the call", async () => {
    const controller = new AbortController();
    const stalled: TestReply = { ...fileReply(png, "image/png"), ending: "stall" };
    const { modelAccess, calls } = providerOf([says(address), stalled]);

    const options = { prompt: "A cat.", n: 1, providerOptions: {}, abortSignal: controller.signal } as never; // and no more

    const making = modelAccess.image("Test-Painter").doGenerate(options);
    await expect.poll(() => calls.length).toBe(2);
    controller.abort(new Error("Enough."));

    await expect(making).rejects.toThrow("Enough.");
  });
});

const video = { id: "video_1", object: "video", created_at: 1, model: "Test-Film", seconds: "4", size: "64x64" };
const queued = jsonReply({ ...video, status: "queued", progress: 0 });
const completed = jsonReply({ ...video, status: "completed", progress: 100, usage: { cost_points: 900 } });
const mp4 = new Uint8Array([0, 0, 0, 24, 102, 116, 121, 112, 105, 115, 111, 109]);

describe("a video", () => {
  test("is started, awaited and downloaded", async () => {
    const { modelAccess, calls } = providerOf([queued, queued, completed, fileReply(mp4, "video/mp4")]);
    const seen: (string | undefined)[] = [];
    const model = modelAccess.video("Test-Film", { intervalMs: 1, onProgress: ({ status }) => void seen.push(status) });

    const result = await generateVideo({ model, prompt: "A boat.", resolution: "64x64", duration: 4, fps: 24 });

    expect(result.video.uint8Array).toEqual(mp4);
    expect(result.video.mediaType).toBe("video/mp4");
    expect(calls[0]?.body).toEqual({ model: "Test-Film", prompt: "A boat.", size: "64x64", seconds: 4 });
    expect(seen).toEqual(["queued", "completed"]);
    expect(result.warnings).toEqual([{ type: "unsupported", feature: "fps" }]);
    expect(result.providerMetadata.modelAccess).toMatchObject({ id: "video_1", points: 900, attempts: 1 });
  });

  test("begins with a picture", async () => {
    const { modelAccess, calls } = providerOf([completed, completed, fileReply(mp4, "video/mp4")]);

    await generateVideo({
      model: modelAccess.video("Test-Film", { intervalMs: 1 }),
      prompt: { image: png, text: "It moves." },
    });

    const form = calls[0]?.body as FormData; // a picture goes as a form
    expect(form.get("prompt")).toBe("It moves.");
    expect(form.get("input_reference")).toMatchObject({ size: png.length });
  });

  test("is started again only if it was not started", async () => {
    const failed = jsonReply({ ...video, status: "failed", progress: 3, error: { message: "No boats.", code: "x" } });
    const { modelAccess, calls } = providerOf([rateLimitReply({ retryAfter: 0 }), queued, failed]);

    const making = generateVideo({ model: modelAccess.video("Test-Film", { intervalMs: 1 }), prompt: "A boat." });

    await expect(making).rejects.toThrow("The video video_1 failed: No boats");
    expect(calls.map(({ method }) => method)).toEqual(["POST", "POST", "GET"]);
  });
});
