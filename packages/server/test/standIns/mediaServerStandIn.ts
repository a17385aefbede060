import { createServer } from "node:http"
import { type Environment, planted } from "../daybook.ts"
import { listenOnLoopback } from "./loopback.ts"

/** The evening that both servers report, in Unix seconds. */
export const evening = Date.UTC(2026, 5, 1, 20) / 1000

const plexRow = (number: number, viewedAt: number, more: object) => ({
  historyKey: `/status/sessions/history/${number}`,
  accountID: 1,
  viewedAt,
  ...more,
})

const plexHistory = [
  plexRow(1, evening, { type: "movie", title: "Salt Roads", ratingKey: "11" }),
  plexRow(2, evening + 60, {
    type: "track",
    title: "Tin Roof",
    parentTitle: "Weather",
    grandparentTitle: "Ida Quarry",
  }),
]

const played = (at: number) => ({ LastPlayedDate: new Date(at * 1000).toISOString() })

const jellyfinItems = [
  {
    Id: "e",
    Type: "Episode",
    SeriesName: "Night Bus",
    Name: "Pilot",
    ParentIndexNumber: 1,
    IndexNumber: 1,
    UserData: played(evening + 86_400),
  },
  { Id: "t", Type: "Audio", Name: "Night Rain", Artists: ["Ida Quarry"], UserData: played(evening + 600) },
]

/** Stands in for a Plex Media Server, and for a Jellyfin server under `/jellyfin`, over real HTTP. */
export class MediaServerStandIn {
  readonly #server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in")
    const send = (body: object) => response.end(JSON.stringify(body))
    const isKnown =
      request.headers["x-plex-token"] === planted.plexToken ||
      request.headers.authorization === `MediaBrowser Token="${planted.jellyfinKey}"`
    if (!isKnown) return response.writeHead(401).end()
    switch (pathname) {
      case "/accounts":
        return send({ MediaContainer: { Account: [{ id: 1, name: "Ida" }] } })
      case "/status/sessions/history/all":
        return send({ MediaContainer: { totalSize: 2, Metadata: plexHistory } })
      case "/library/metadata/11":
        return send({ MediaContainer: { Metadata: [{ ratingKey: "11", year: 1999 }] } })
      case "/jellyfin/Users":
        return send([{ Id: "u", Name: "Ida" }])
      case "/jellyfin/Items": {
        const types = searchParams.get("includeItemTypes")?.split(",") ?? []
        const Items = jellyfinItems.filter(({ Type }) => types.includes(Type))
        return send({ Items, TotalRecordCount: Items.length })
      }
      default:
        return response.writeHead(404).end()
    }
  })
  readonly #listening = listenOnLoopback(this.#server)

  async settings(): Promise<Environment> {
    const url = await this.#listening
    return {
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      MEDIA_SERVER_USER: "ida",
      PLEX_URL: url,
      PLEX_TOKEN: planted.plexToken,
      JELLYFIN_URL: `${url}jellyfin`,
      JELLYFIN_KEY: planted.jellyfinKey,
      JELLYFIN_USER: "ida",
    }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
