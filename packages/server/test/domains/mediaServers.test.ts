import { describe, expect } from "vitest"
import { it as daybookIt, planted } from "../daybook.ts"
import { evening, MediaServerStandIn } from "../standIns/mediaServerStandIn.ts"

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = daybookIt.extend("upstream", ({}, { onCleanup }) => {
  const upstream = new MediaServerStandIn()
  onCleanup(() => upstream.close())
  return upstream
})

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

describe("the histories of media servers", () => {
  it.concurrent("are watches and plays, once with those that their webhooks reported", async ({
    daybook,
    upstream,
  }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...(await upstream.settings()) })
    const body = new FormData()
    body.set(
      "payload",
      JSON.stringify({
        event: "media.scrobble",
        Account: { title: "Ida" },
        Metadata: { type: "movie", title: "Salt Roads", year: 1999, lastViewedAt: evening - 90 },
      }),
    )
    const posted = await fetch(`${server.url}/v1/webhooks/media-server?secret=${planted.webhookSecret}`, {
      method: "POST",
      body,
    })
    expect(posted.status).toBe(200)
    for (const domain of ["watching", "listening"]) {
      expect(await server.admin.ask("POST", `/v1/admin/sync/${domain}`)).toMatchObject({
        status: 200,
        body: { remaining: 0 },
      })
    }
    expect((await server.reader.get("/v1/watching/recent")).body).toMatchObject({
      data: [
        { source: "jellyfin", watched_at: iso(evening + 86_400) },
        { source: "plex", watched_at: iso(evening - 90) },
      ],
      pagination: { total: 2 },
    })
    expect((await server.reader.get("/v1/listening/recent")).body).toMatchObject({
      data: [{ played_at: iso(evening + 600) }, { played_at: iso(evening + 60) }],
      pagination: { total: 2 },
    })
    for (const domain of ["watching", "listening"]) {
      expect(await server.admin.ask("POST", `/v1/admin/sync/${domain}`)).toMatchObject({
        body: { items_synced: 0 },
      })
    }
    const { body: sources } = await server.admin.get("/v1/admin/sources?limit=100")
    for (const id of ["jellyfin", "plex"]) {
      expect(sources).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({ id, set_by: "settings", to_do: "", domains: ["listening", "watching"] }),
        ]),
      })
    }
  })
})
