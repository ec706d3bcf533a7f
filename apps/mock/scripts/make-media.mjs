// Makes the files in media/, which stand in for what models would make. They are tracked, so that only who wants other
// ones has to run this: `node scripts/make-media.mjs`. It needs ffmpeg with libx264, libwebp and libmp3lame; Debian's has
// them. One version of ffmpeg makes the same bytes each time.
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../media/", import.meta.url);

/** Two seconds of a moving gradient, upright as videos are by default. */
const film =
  "gradients=size=90x160:rate=12:duration=2:seed=1:nb_colors=3:c0=0x16324f:c1=0x3d7ea6:c2=0xf2c14e:speed=0.02";
const picture =
  "gradients=size=128x128:rate=1:duration=1:seed=1:nb_colors=2:c0=0x16324f:c1=0xf2c14e:x0=0:y0=0:x1=0:y1=127";
const tone = "sine=frequency=440:sample_rate=22050:duration=1";

const input = (source) => ["-f", "lavfi", "-i", source];
const oneFrame = ["-frames:v", "1"];

/** ffmpeg's arguments for each file. */
const recipes = {
  "video.mp4": [
    ...input(film),
    ...["-c:v", "libx264", "-profile:v", "baseline", "-pix_fmt", "yuv420p", "-preset", "veryslow", "-crf", "32"],
    // Baseline in 4:2:0 plays everywhere; without type 6 units the encoder's settings are not in the file.
    ...["-bsf:v", "filter_units=remove_types=6", "-movflags", "+faststart"],
  ],
  "thumbnail.webp": [...input(film), ...oneFrame, "-c:v", "libwebp", "-quality", "60"],
  "spritesheet.jpg": [...input(film), "-vf", "fps=4,scale=45:80,tile=4x2,format=yuvj420p", ...oneFrame, "-q:v", "8"],
  "image.png": [...input(picture), ...oneFrame, "-pix_fmt", "rgb24", "-pred", "mixed"],
  "audio.mp3": [...input(tone), "-c:a", "libmp3lame", "-b:a", "32k", "-write_xing", "0", "-id3v2_version", "0"],
};

mkdirSync(folder, { recursive: true });
for (const [name, recipe] of Object.entries(recipes)) {
  const path = new URL(name, folder);
  const reproducible = ["-threads", "1", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...recipe, ...reproducible, fileURLToPath(path)], { stdio: "inherit" });
  console.log(`${name}: ${statSync(path).size} bytes`);
}
