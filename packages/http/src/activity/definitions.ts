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

/** The definitions of Daybook's domains; profiles have a separate API. */
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
