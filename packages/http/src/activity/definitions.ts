import { attendingDefinition } from "./attending/definition.ts"
import { collectingDefinition } from "./collecting/definition.ts"
import { identityDefinition } from "./identity/definition.ts"
import { imagesDefinition } from "./images/definition.ts"
import { listeningDefinition } from "./listening/definition.ts"
import { placesDefinition } from "./places/definition.ts"
import { readingDefinition } from "./reading/definition.ts"
import { runningDefinition } from "./running/definition.ts"
import { watchingDefinition } from "./watching/definition.ts"

export {
  attendingDefinition,
  collectingDefinition,
  identityDefinition,
  imagesDefinition,
  listeningDefinition,
  placesDefinition,
  readingDefinition,
  runningDefinition,
  watchingDefinition,
}

/** The definitions of every domain that Daybook brings; profiles have an API of their own. */
export const everyDefinition = [
  listeningDefinition,
  attendingDefinition,
  collectingDefinition,
  runningDefinition,
  imagesDefinition,
  watchingDefinition,
  readingDefinition,
  placesDefinition,
  identityDefinition,
] as const
