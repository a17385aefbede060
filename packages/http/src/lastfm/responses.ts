import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { ReadScrobble } from "./readScrobbles.ts"
import { fitForXml } from "../wire/xml.ts"

/** The requested form of responses: Last.fm sends XML unless `format` is `json`. */
export type Form = "json" | "xml"

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

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** A text in XML, without the characters that XML cannot have. */
const escaped = (text: string): string =>
  fitForXml(text.toWellFormed()).replace(/[&<>"]/g, (character) => entities[character] ?? "")

const xml = (status: number, inner: string, isOk: boolean) =>
  HttpServerResponse.text(
    `<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="${isOk ? "ok" : "failed"}">${inner}</lfm>\n`,
    { status, contentType: "text/xml; charset=utf-8" },
  )

const json = (status: number, value: object) => HttpServerResponse.jsonUnsafe(value, { status })

/** An error in the requested form. */
export const answerError = (form: Form, { code, message, status }: LastfmError) =>
  form === "json"
    ? json(status, { error: code, message })
    : xml(status, `<error code="${code}">${escaped(message)}</error>`, false)

/** A session: its key goes with each request from now on. */
export const answerSession = (form: Form, name: string, key: string) =>
  form === "json"
    ? json(200, { session: { subscriber: 0, name, key } })
    : xml(
        200,
        `<session><name>${escaped(name)}</name><key>${escaped(key)}</key><subscriber>0</subscriber></session>`,
        true,
      )

const jsonOf = ({ albumArtist, ignored, listen, timestamp }: ReadScrobble) => {
  // Nothing is corrected here.
  const name = (text: string) => ({ corrected: "0", "#text": text })
  return {
    track: name(listen.track),
    artist: name(listen.artist),
    album: name(listen.album),
    albumArtist: name(albumArtist),
    ...(timestamp === "" ? {} : { timestamp }),
    ignoredMessage: { code: String(ignored.code), "#text": ignored.message },
  }
}

const xmlOf = ({ albumArtist, ignored, listen, timestamp }: ReadScrobble) => {
  const name = (element: string, text: string) => `<${element} corrected="0">${escaped(text)}</${element}>`
  return [
    name("track", listen.track),
    name("artist", listen.artist),
    name("album", listen.album),
    name("albumArtist", albumArtist),
    timestamp === "" ? "" : `<timestamp>${timestamp}</timestamp>`,
    `<ignoredMessage code="${ignored.code}">${escaped(ignored.message)}</ignoredMessage>`,
  ].join("")
}

/** The track that plays now, as it was sent. */
export const answerNowPlaying = (form: Form, told: ReadScrobble) =>
  form === "json"
    ? json(200, { nowplaying: jsonOf(told) })
    : xml(200, `<nowplaying>${xmlOf(told)}</nowplaying>`, true)

/** Scrobbles, each with whether it was ignored. */
export const answerScrobbles = (form: Form, told: ReadonlyArray<ReadScrobble>) => {
  const ignored = told.filter((one) => one.ignored.code !== 0).length
  const accepted = told.length - ignored
  if (form === "json") {
    const [first] = told.map(jsonOf)
    // Last.fm's lists of one item are that item.
    const scrobble = told.length === 1 ? first : told.map(jsonOf)
    return json(200, { scrobbles: { scrobble, "@attr": { ignored, accepted } } })
  }
  const each = told.map((one) => `<scrobble>${xmlOf(one)}</scrobble>`).join("")
  return xml(200, `<scrobbles accepted="${accepted}" ignored="${ignored}">${each}</scrobbles>`, true)
}
