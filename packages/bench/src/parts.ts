import { measureLists } from "./lists.ts"
import { measureMeaning } from "./meaning/measureMeaning.ts"
import { measureMemory } from "./memory.ts"
import { measureReading } from "./reading.ts"
import { measureRequests } from "./requests.ts"
import type { Setting } from "./setting.ts"
import { measureStarts } from "./starts.ts"
import { measureStoring } from "./storing.ts"
import { measureTopAlbums } from "./topAlbums.ts"

interface Part {
  /** It reads the plays that the part `storing` stores. */
  readonly onPlays?: true
  readonly run: (setting: Setting) => Promise<void>
}

/** The parts of a run, in their order. */
export const parts: Readonly<Record<string, Part>> = {
  storing: { run: measureStoring },
  starts: { onPlays: true, run: measureStarts },
  memory: { onPlays: true, run: measureMemory },
  requests: { onPlays: true, run: measureRequests },
  albums: { onPlays: true, run: measureTopAlbums },
  reading: { run: measureReading },
  lists: { onPlays: true, run: measureLists },
  meaning: { run: measureMeaning },
}
