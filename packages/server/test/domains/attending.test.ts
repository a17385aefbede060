import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import { storeNames, it as daybookIt } from "../daybook.ts"
import { GamesStandIn } from "../standIns/gamesStandIn.ts"

/* oxlint-disable no-empty-pattern */
const it = daybookIt.extend("games", ({}, { onCleanup }) => {
  const games = new GamesStandIn()
  onCleanup(() => games.close())
  return games
})

const importPath = "/v1/admin/sync/attending/manual-import"
const enrichPath = "/v1/admin/attending/enrich-sports-ids"
const sourcesPath = "/v1/admin/attending/sources"

const game = { event_date: "2021-10-27", event_type: "mlb_game", team_id: 907 }

describe("attending", () => {
  it.concurrent.for(storeNames)(
    "imports a game of the World Series and finds its players who are the same, in %s",
    async (store, { daybook, games }) => {
      const server = await daybook.start({ ...daybook.stores[store](), ...(await games.settings) })
      const imported = await server.admin.ask("POST", importPath, { events: [game] })
      expect(imported.body).toEqual({
        status: "completed",
        loaded: 1,
        inserted: 1,
        updated: 0,
        skipped_attended_zero: 0,
        unmatched: [],
      })
      // The night game of the 28th in UTC is the 27th's.
      expect((await server.reader.get("/v1/attending/stats")).body).toMatchObject({
        total_events: 1,
        by_event_type: [{ event_type: "mlb_game", count: 1 }],
        by_year: [{ year: "2021", count: 1 }],
      })
      const enriched = await server.admin.ask("POST", enrichPath, {})
      expect(enriched.body).toEqual({
        status: "completed",
        scanned_events: 1,
        matched_events: 1,
        resolved_player_ids: 4,
        failures: [],
      })
      expect((await server.admin.ask("POST", enrichPath, {})).body).toMatchObject({ resolved_player_ids: 0 })

      const row = await server.admin.ask("POST", sourcesPath, {
        source_type: "calendar",
        source_ref: "entry",
        raw_data: { summary: "Foxes @ Gulls", start: { dateTime: "2021-10-27T20:09:00-04:00" } },
      })
      assert.strictEqual(row.status, 201)
      expect((await server.admin.ask("POST", `${sourcesPath}/1/promote`)).body).toEqual({
        status: "promoted",
        event_id: 1,
        action: "updated",
        match_confidence: 1,
        match_notes: [],
      })
    },
  )

  it.concurrent.for(storeNames)(
    "imports a file that the owner wrote, from the command line, in %s",
    async (store, { daybook, games }) => {
      const env = { ...daybook.stores[store](), ...(await games.settings) }
      const folder = daybook.folder()
      mkdirSync(folder)
      const file = join(folder, "games.yaml")
      writeFileSync(
        file,
        `# mine
- event_date: 2021-10-27
  event_type: mlb_game
  team_id: 907
- event_type: mlb_game
  team_id: 907
  season: 2021
  attendance: all_home
- event_date: 2021-10-28
  event_type: mlb_game
  team_id: 907
`,
      )
      const { code, stderr, stdout } = await daybook.run(["import", "attending", file], env)
      assert.strictEqual(code, 0, stderr)
      assert.match(
        stdout,
        /games\.yaml: attending, Games and seasons: 1 stored; 1 known already; 1 could not be read: /,
      )
      assert.match(stdout, /no such game on 2021-10-28: .*"event_date":"2021-10-28"/)
      const server = await daybook.start(env)
      expect((await server.reader.get("/v1/attending/stats")).body).toMatchObject({ total_events: 1 })
    },
  )
})
