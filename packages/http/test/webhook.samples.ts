import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A finished film as Plex tells it. */
export const film = {
  event: "media.scrobble",
  user: true,
  owner: true,
  Account: { id: 1, title: "Ines" },
  Metadata: { type: "movie", title: "The Salt Road", year: 2019, lastViewedAt: 1_784_000_000 },
}

export const filmEvent = {
  type: "watched",
  source: "plex",
  at: 1_784_000_000_000,
  item: { kind: "film", title: "The Salt Road", year: 2019, ids: {} },
} as const

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

const upstream = fileURLToPath(new URL("../../../../shared/upstream/plex/", import.meta.url))

interface Recorded {
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly bodyBase64: string }
}

const recorded = (file: string) => {
  const { request }: Recorded = JSON.parse(readFileSync(upstream + file, "utf8"))
  const { "Content-Length": _, ...headers } = request.headers
  return { file, headers, body: Buffer.from(request.bodyBase64, "base64") }
}

/** The recorded multipart requests, where they are there: they are no part of the repository. */
export const recordedRequests = existsSync(upstream)
  ? readdirSync(upstream)
      .filter((file) => file.startsWith("multipart_"))
      .map(recorded)
  : []
