import type { ActivityClient } from "@daybook/http"
import type * as Effect from "effect/Effect"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"

type Client = Effect.Success<ReturnType<typeof ActivityClient.make>>

type Body<Given> = Exclude<Given, HttpClientResponse | readonly [unknown, HttpClientResponse]>

/**
 * The JSON of an endpoint, by its group and name in the typed client: `Answer<"journal", "feed">`. Only types: nothing
 * of the client, and nothing of Effect, is in the page.
 */
export type Answer<
  Group extends keyof Client,
  Name extends keyof Client[Group],
> = Client[Group][Name] extends (...given: never) => infer Made
  ? Made extends Effect.Effect<infer Given, infer _Error, infer _Services>
    ? Body<Given>
    : never
  : never

/** An entry of the feed. */
export type Entry = Answer<"journal", "feed">["data"][number]

/** The image of an item. */
export type ItemImage = NonNullable<Entry["image"]>

/** The track that plays now, or was played last. */
export type NowPlaying = Answer<"listening", "nowPlaying">

/** The home page: the day, its week and its memories. */
export type Today = Answer<"journal", "today">
