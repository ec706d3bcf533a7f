export function picturesIn(sent: unknown): number {
  return JSON.stringify(sent ?? null).split(/"type":"(?:image|image_url|input_image)"/).length - 1;
}
