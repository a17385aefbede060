import type { Concert, ConcertFeed } from "@daybook/attending"
import { cursorCodec, type SourceBatch } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { concertOf, Item } from "./concerts.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

// Two calls a second and 1,440 a day: https://api.setlist.fm/docs/1.0/index.html
const homeGap = "500 millis"

// With 20 concerts a page, enough for a lifetime. A walk of them takes a third of a day's calls.
const maxPages = 500

const Page = Schema.Struct({
  itemsPerPage: Schema.optionalKey(Schema.Natural),
  total: Schema.Natural,
  setlist: Schema.Array(Schema.Unknown),
})

/** The next page of a walk. Everything is read again each time: setlists are completed for years. */
const cursors = cursorCodec(Schema.Struct({ user: Schema.String, page: Schema.Natural }))

/** The concerts that a user attended, from setlist.fm's API, latest first. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ConcertFeed, never, HttpClient> {
  const { user } = config
  const upstream = yield* Upstream.make({
    name: "setlistfm",
    ...Upstream.at(settings, config.url, homeGap),
    everyRequest: (request) =>
      HttpClientRequest.setHeaders(request, {
        "x-api-key": Redacted.value(config.key),
        // It sends XML otherwise.
        accept: "application/json",
      }),
  })
  const path = `/rest/1.0/user/${encodeURIComponent(user)}/attended`

  const concertsIn = (rows: ReadonlyArray<unknown>) =>
    Effect.map(decodeRows("setlistfm", Item, rows, { idOf: idIn("id") }), ({ good }) => good.map(concertOf))

  // A page past the end.
  const ifFound = Upstream.ifKnown(upstream.json(Page))

  // The same 404 means an unknown user, and a user without concerts. `/rest/1.0/user/{userId}` does not help: it
  // finds every name (https://api.setlist.fm/docs/1.0/resource__1.0_user__userId_.html).
  const nobody = upstream.failure(
    "unauthorized",
    `knows no concert of the user ${user} (404): check SETLISTFM_USER, or mark there which concerts you attended`,
  )

  const nextPage = Effect.fnUntraced(function* (page: number) {
    const answer = yield* upstream.ask(HttpClientRequest.get(path, { urlParams: { p: page } }), (received) =>
      received.status === 404 && page === 1 ? Effect.fail(nobody) : ifFound(received),
    )
    const {
      itemsPerPage = 20,
      setlist,
      total,
    } = Option.getOrElse(answer, (): typeof Page.Type => ({ total: 0, setlist: [] }))
    const isLast = setlist.length === 0 || page * itemsPerPage >= total || page >= maxPages
    const next = isLast ? 1 : page + 1
    const items = yield* concertsIn(setlist)
    const batch: SourceBatch<Concert> = { items, cursor: cursors.write({ user, page: next }) }
    return [[batch], isLast ? Option.none<number>() : Option.some(next)] as const
  })

  return {
    name: "setlistfm",
    readAgain: concertsIn,
    concerts: (cursor) =>
      Stream.unwrap(
        Effect.map(cursors.read("setlistfm", cursor), (saved) =>
          Stream.paginate(
            Math.max(1, Option.getOrUndefined(Option.filter(saved, (last) => last.user === user))?.page ?? 1),
            nextPage,
          ),
        ),
      ),
  }
})
