import { cursorCodec, type SourceError } from "@daybook/kernel"
import type { LatestListen, Listen, ScrobbleSource } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { optional } from "../optional.ts"
import { decodeRows } from "../rows.ts"
import { Seconds, Text } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

const Metadata = Schema.Struct({
  track_name: Text.check(Schema.isMinLength(1)),
  artist_name: Text.check(Schema.isMinLength(1)),
  release_name: optional(Text),
})

/** A play: https://listenbrainz.readthedocs.io/en/latest/users/json.html */
const Row = Schema.Struct({ listened_at: Seconds, track_metadata: Metadata })

const Listens = Schema.Struct({ payload: Schema.Struct({ listens: Schema.Array(Schema.Unknown) }) })

const NowPlayingReport = Schema.Struct({
  payload: Schema.Struct({ listens: Schema.Array(Schema.Struct({ track_metadata: Metadata })) }),
})

/** The end of the read plays of an account, in seconds. */
const cursors = cursorCodec(Schema.Struct({ user: Schema.String, through: Schema.Natural }))

// The most that a page may have.
const perPage = 1_000

// A player that was offline may send plays of days ago: the last week is read again with each sync.
const rereadSeconds = 7 * 86_400

const listenOf = ({ artist_name, release_name, track_name }: typeof Metadata.Type): Listen => ({
  track: track_name,
  artist: artist_name,
  album: release_name ?? "",
  imageUrl: "",
})

/** A response with the time to wait, which ListenBrainz says in a header of its own. */
const withWait = (answer: Upstream.Answer): Upstream.Answer => {
  const seconds = Number(answer.headers["x-ratelimit-reset-in"])
  return answer.status === 429 && seconds >= 0
    ? { ...answer, retryAfter: answer.retryAfter ?? Math.ceil(seconds) }
    : answer
}

/** The start of a page, and the end of the read range, in seconds. */
interface Position {
  readonly from: number
  readonly through: number
}

/** Plays and what plays now, from ListenBrainz's API (https://listenbrainz.readthedocs.io/en/latest/users/api/core.html). */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ScrobbleSource, never, HttpClient> {
  const { user } = config
  const upstream = yield* Upstream.make({
    name: "listenbrainz",
    ...Upstream.at(settings, config.url),
    everyRequest: (request) =>
      HttpClientRequest.setHeader(request, "authorization", `Token ${Redacted.value(config.token)}`),
  })
  const path = `/1/user/${encodeURIComponent(user)}`

  const read =
    <S extends Schema.ConstraintDecoder<unknown>>(schema: S) =>
    (answer: Upstream.Answer): Effect.Effect<S["Type"], SourceError> =>
      answer.status === 404
        ? Effect.fail(upstream.failure("unauthorized", "knows no such user (404): check LISTENBRAINZ_USER"))
        : upstream.json(schema)(withWait(answer))

  const rowsIn = (rows: ReadonlyArray<unknown>) => decodeRows("listenbrainz", Row, rows)

  const scrobbleOf = ({ listened_at, track_metadata }: typeof Row.Type) => ({
    ...listenOf(track_metadata),
    playedAt: listened_at * 1000,
  })

  /** The oldest plays after a moment come first, whatever their order within the page. */
  const nextBatch = Effect.fnUntraced(function* ({ from, through }: Position) {
    const { payload } = yield* upstream.ask(
      HttpClientRequest.get(`${path}/listens`, { urlParams: { min_ts: from, count: perPage } }),
      read(Listens),
    )
    const { good } = yield* rowsIn(payload.listens)
    const latest = Math.max(from, ...good.map(({ listened_at }) => listened_at))
    const reached = Math.max(through, latest)
    const batch = { items: good.map(scrobbleOf), cursor: cursors.write({ user, through: reached }) }
    // A full page may end within a second, whose other plays arrive with the next one, unless the page is that one second.
    const next = Math.max(from + 1, latest - 1)
    return [
      [batch],
      payload.listens.length < perPage ? Option.none() : Option.some({ from: next, through: reached }),
    ] as const
  })

  const source: ScrobbleSource = {
    name: "listenbrainz",
    scrobbles: (cursor) =>
      Stream.unwrap(
        Effect.map(cursors.read("listenbrainz", cursor), (saved) => {
          // A cursor of another account says nothing about this history.
          const through =
            Option.getOrUndefined(Option.filter(saved, (last) => last.user === user))?.through ?? 0
          return Stream.paginate({ from: Math.max(1, through - rereadSeconds), through }, nextBatch)
        }),
      ),
    readAgain: (rows) => Effect.map(rowsIn(rows), ({ good }) => good.map(scrobbleOf)),
    // The caller waits two seconds at most: too short for a second attempt.
    latest: upstream
      .ask(HttpClientRequest.get(`${path}/playing-now`), read(NowPlayingReport), { retries: 0 })
      .pipe(
        Effect.map(({ payload: { listens } }) =>
          Option.map(Option.fromUndefinedOr(listens[0]), ({ track_metadata }): LatestListen => ({
            listen: listenOf(track_metadata),
            playedAt: undefined,
          })),
        ),
      ),
  }
  return source
})
