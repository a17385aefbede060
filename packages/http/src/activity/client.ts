import { type ClientOptions, makeFor } from "./clientFor.ts"
import { everyDefinition } from "./definitions.ts"
import { activityGroups } from "./groups.ts"

export { type ClientOptions, makeFor } from "./clientFor.ts"

/**
 * A typed client of the activity API with every domain of Daybook:
 * `client.listening.topAlbums({ query: { period: "1month" } })`. Errors are the API's `{ error, status }`.
 */
export const make = (options: ClientOptions) => makeFor(activityGroups(everyDefinition), options)
