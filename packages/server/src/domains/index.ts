import type { ServedDomain } from "../serving/servedDomain.ts"
import { attending } from "./attending.ts"
import { collecting } from "./collecting.ts"
import { identity } from "./identity.ts"
import { images } from "./images.ts"
import { listening } from "./listening.ts"
import { places } from "./places.ts"
import { profiles } from "./profiles.ts"
import { reading } from "./reading.ts"
import { running } from "./running.ts"
import { watching } from "./watching.ts"

export { attending, collecting, identity, images, listening, places, profiles, reading, running, watching }

/** Every domain that Daybook brings, in the order of its documents. */
export const everyDomain: ReadonlyArray<ServedDomain> = [
  listening,
  reading,
  watching,
  running,
  collecting,
  places,
  attending,
  images,
  identity,
  profiles,
]
