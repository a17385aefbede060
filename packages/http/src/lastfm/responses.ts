import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Element, type Form, holding, respond } from "./element.ts"
import type { ReadScrobble } from "./readScrobbles.ts"

/** An error of Last.fm: its code, its status and its message. https://www.last.fm/api/errorcodes */
export interface LastfmError {
  readonly code: number
  readonly status: number
  readonly message: string
}

const errorOf =
  (code: number, status: number) =>
  (message: string): LastfmError => ({ code, status, message })

export const unknownMethod = errorOf(3, 400)
export const badLogin = errorOf(4, 403)
export const badParameters = errorOf(6, 400)
export const failedWork = errorOf(8, 500)
export const badSession = errorOf(9, 403)
export const badApiKey = errorOf(10, 403)
export const badSignature = errorOf(13, 403)
export const unavailable = errorOf(16, 503)
export const tooMany = errorOf(29, 429)

/** An error in the requested form. */
export const answerError = (form: Form, { code, message, status }: LastfmError) =>
  form === "json"
    ? HttpServerResponse.jsonUnsafe({ error: code, message }, { status })
    : respond(form, { error: { attributes: { code }, text: message } }, status, false)

/** A session: its key goes with each request from now on. */
export const answerSession = (form: Form, name: string, key: string) =>
  respond(form, { session: holding({ name, key, subscriber: 0 }) })

const told = ({ albumArtist, ignored, listen, timestamp }: ReadScrobble): Element => {
  // Nothing is corrected here.
  const name = (text: string): Element => ({ attributes: { corrected: "0" }, text })
  return holding({
    track: name(listen.track),
    artist: name(listen.artist),
    album: name(listen.album),
    albumArtist: name(albumArtist),
    timestamp: timestamp === "" ? undefined : timestamp,
    ignoredMessage: { attributes: { code: String(ignored.code) }, text: ignored.message },
  })
}

/** The track that plays now, as it was sent. */
export const answerNowPlaying = (form: Form, one: ReadScrobble) => respond(form, { nowplaying: told(one) })

/** Scrobbles, each with whether it was ignored. */
export const answerScrobbles = (form: Form, all: ReadonlyArray<ReadScrobble>) => {
  const ignored = all.filter((one) => one.ignored.code !== 0).length
  const [first] = all.map(told)
  // Last.fm's lists of one item are that item.
  const scrobble = all.length === 1 ? first : all.map(told)
  return respond(form, { scrobbles: holding({ scrobble }, { accepted: all.length - ignored, ignored }) })
}
