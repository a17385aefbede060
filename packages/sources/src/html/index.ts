import * as Layer from "effect/Layer"
import * as Clean from "./cleanHtml.ts"
import * as Plain from "./plainText.ts"

export { cleanHtml } from "./cleanHtml.ts"
export { plainText } from "./plainText.ts"
export { type FetchedPage, readablePage } from "./readablePage.ts"

/** The plain text and the cleaned HTML of articles. */
export const layer = Layer.merge(Plain.layer, Clean.layer)
