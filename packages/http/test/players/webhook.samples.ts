import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { multipartBody } from "../middleware/multipartBody.ts"

/** A finished film as Plex reports it. */
export const film = {
  event: "media.scrobble",
  user: true,
  owner: true,
  Account: { id: 1, title: "Ines" },
  Metadata: { type: "movie", title: "The Salt Road", year: 2019, lastViewedAt: 1_784_000_000 },
}

export const embyFilm = {
  Event: "playback.stop",
  Date: "2026-07-14T01:33:20.0000000Z",
  User: { Name: "Ines" },
  Item: { Type: "Movie", Name: "The Salt Road", ProductionYear: 2019 },
  PlaybackInfo: { PlayedToCompletion: true },
}

export const jellyfinFilm = {
  NotificationType: "PlaybackStop",
  ItemType: "Movie",
  Name: "The Salt Road",
  Year: 2019,
  PlayedToCompletion: "True",
  NotificationUsername: "Ines",
  UtcTimestamp: "2026-07-14T01:33:20.0000000Z",
}

const upstream = fileURLToPath(new URL("../../../../../shared/upstream/plex/", import.meta.url))

/** A request as Plex posts it, and the response to it. */
export interface PostedRequest {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly message: RegExp
}

const recorded = (name: string, message: RegExp): PostedRequest => {
  const { request }: { request: { headers: Record<string, string>; bodyBase64: string } } = JSON.parse(
    readFileSync(`${upstream}${name}`, "utf8"),
  )
  const { "Content-Length": _, ...headers } = request.headers
  return { name, headers, body: Buffer.from(request.bodyBase64, "base64"), message }
}

/** A small JPEG's beginning and end, with a line's end and dashes between. */
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from("JFIF\0\r\n------\r\n"),
  Buffer.from([0xff, 0xd9]),
])

/** As libcurl makes boundaries, of old and today. */
const boundaries = {
  old: "-".repeat(24) + "0f1e2d3c4b5a6978",
  today: "-".repeat(24) + "aB3dE6gH9jK2mN5pQ8sT1v",
}

const posted = (
  name: string,
  payload: object,
  message: RegExp,
  { boundary = boundaries.today, thumb = false, typed = true } = {},
): PostedRequest => ({
  name,
  headers: {
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
    "User-Agent": "PlexMediaServer/1.40.0.1-0a1b2c3d4",
  },
  body: multipartBody(boundary, [
    {
      head: `Content-Disposition: form-data; name="payload"\r\n${typed ? "Content-Type: application/json\r\n" : ""}`,
      content: JSON.stringify(payload),
    },
    ...(thumb
      ? [
          {
            head: 'Content-Disposition: form-data; name="thumb"; filename="thumb.jpg"\r\nContent-Type: application/octet-stream\r\n',
            content: jpeg,
          },
        ]
      : []),
  ]),
  message,
})

/** Requests as Plex posts them: our own, and recorded ones if they are next to the repository. */
export const postedRequests: ReadonlyArray<PostedRequest> = [
  posted(
    "a track and its image, in a part without a type",
    { ...film, event: "media.play", Metadata: { type: "track", title: "Tin Roof" } },
    /^Ignored: .*"media\.play"/,
    { boundary: boundaries.old, thumb: true, typed: false },
  ),
  posted(
    "a rating that is a text, and an image",
    { ...film, event: "media.rate", rating: "10", Metadata: { ...film.Metadata, userRating: 10 } },
    /^Stored: "The Salt Road" \(2019\) was rated 5 of 5$/,
    { thumb: true },
  ),
  posted(
    "an episode that another account has seen, in letters of two and three bytes",
    {
      ...film,
      user: false,
      Account: { id: 31, title: "客人" },
      Metadata: {
        type: "episode",
        title: "Ébb",
        grandparentTitle: "潮",
        parentIndex: 1,
        index: 1,
        lastViewedAt: 1_784_000_000,
      },
    },
    /^Ignored: .*not the hook owner's own/,
  ),
  posted("a film", film, /^Stored: "The Salt Road" \(2019\) was watched at 2026-07-14T03:33:20.000Z$/),
  ...(existsSync(upstream)
    ? [
        recorded(
          "multipart_play_track_with_thumb_no_part_content_type.ASSEMBLED.json",
          /^Ignored: .*"media\.play"/,
        ),
        recorded(
          "multipart_rate_movie_with_thumb.ASSEMBLED.json",
          /^Stored: "The Harder They Fall" \(1956\) was rated 5 of 5$/,
        ),
        recorded(
          "multipart_scrobble_episode_payload_only.ASSEMBLED.json",
          /^Ignored: .*not the hook owner's own/,
        ),
        recorded(
          "multipart_scrobble_movie_payload_only.ASSEMBLED.json",
          /^Stored: "3:10 to Yuma" \(1957\) was watched at 2021-02-25T17:13:49.000Z$/,
        ),
      ]
    : []),
]
