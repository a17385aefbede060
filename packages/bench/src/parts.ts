import { measureAttending } from "./attending.ts"
import { measureChanges } from "./changes.ts"
import { measureCheckIns } from "./data/checkIns.ts"
import { measureCores } from "./cores.ts"
import { measureImages } from "./images.ts"
import { measureLarge } from "./data/large.ts"
import { measureLists } from "./lists.ts"
import { measureMeaning } from "./meaning/measureMeaning.ts"
import { measureMemory } from "./memory.ts"
import { measureReading } from "./reading.ts"
import { measureReads } from "./reads.ts"
import { measureRequests } from "./requests.ts"
import type { Setting } from "./setting.ts"
import { measureStarts } from "./starts.ts"
import { measureStoring } from "./storing.ts"
import { measureTopAlbums } from "./topAlbums.ts"
import { measureWatching } from "./watching.ts"

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
  reads: { onPlays: true, run: measureReads },
  cores: { onPlays: true, run: measureCores },
  changes: { onPlays: true, run: measureChanges },
  images: { run: measureImages },
  reading: { run: measureReading },
  watching: { run: measureWatching },
  lists: { onPlays: true, run: measureLists },
  attending: { run: measureAttending },
  places: { run: measureCheckIns },
  meaning: { run: measureMeaning },
  large: { run: measureLarge },
}
