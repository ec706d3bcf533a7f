import { measureCalls } from "./measure-calls.ts";
import { type DecoderMeasurement, measureDecoders } from "./measure-decoders.ts";
import { type ImportRow, measureImports } from "./measure-imports.ts";
import type { CpuRow } from "./measure-in-turn.ts";
import { measureLargeEvent } from "./measure-large-event.ts";
import { measureOpenStreams, type OpenStreamsRow } from "./measure-open-streams.ts";
import { measureSizes, type SizeRow } from "./measure-sizes.ts";
import { measureStreamsRead } from "./measure-streams-read.ts";
import { measureTypes, type TypesRow } from "./measure-types.ts";

/** Everything that is measured of our SDK, side by side with the clients that users know. */
export interface SDKResults {
  calls: CpuRow[];
  raw: CpuRow[];
  accumulating: CpuRow[];
  decoders: DecoderMeasurement[];
  largeEvent: { whole: CpuRow[]; half: CpuRow[] };
  openStreams: OpenStreamsRow[];
  imports: ImportRow[];
  sizes: { programs: SizeRow[]; entries: SizeRow[] };
  types: TypesRow[];
}

/** Runs all measurements of the SDK, one after another. */
export async function measureSDK(): Promise<SDKResults> {
  return {
    calls: await measureCalls(),
    ...(await measureStreamsRead()),
    decoders: await measureDecoders(),
    largeEvent: await measureLargeEvent(),
    openStreams: await measureOpenStreams(),
    imports: measureImports(),
    sizes: await measureSizes(),
    types: measureTypes(),
  };
}
