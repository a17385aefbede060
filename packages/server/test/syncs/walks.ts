import { assert, expect } from "vitest"
import { type Daybook, type Environment, planted } from "../daybook.ts"
import { type Copy, DiscogsStandIn, madeUpCopies } from "../standIns/discogsStandIn.ts"
import { FoursquareStandIn } from "../standIns/foursquareStandIn.ts"
import { GoogleStandIn, linkedAccount } from "../standIns/googleStandIn.ts"
import { LastfmStandIn, madeUpPlays, playsByAlbum } from "../standIns/lastfmStandIn.ts"
import type { PagedStandIn } from "../standIns/pagedStandIn.ts"
import { callToTheEnd, idsIn, idsOf } from "../domains/placesWalk.ts"
import { archive } from "../backup/readArchive.ts"
import { ReadwiseStandIn } from "../standIns/readwiseStandIn.ts"
import { yearsOf } from "../domains/runningYears.ts"
import { byInstance, copiesIn } from "../backup/storedCopies.ts"
import { byYear, madeUpRuns, perPage, StravaStandIn } from "../standIns/stravaStandIn.ts"
import { episodesByNumber } from "../domains/watchedShows.ts"
import { episodesByShow, madeUpEpisodes, WatchingStandIn } from "../standIns/watchingStandIn.ts"

/** A domain's walk through the pages of a service, which is cut by the death of the server. */
export interface Walk {
  readonly domain: string
  readonly service: PagedStandIn
  readonly settings: Environment
  /** The page at which the server dies in this round, from 1 on; undefined if the walk is left alone. */
  readonly page: (round: number) => number | undefined
  /** Changes at the service after each death. */
  readonly between?: () => void
  /** Compares the result of a new server, which finishes the walk, with the service's data. */
  readonly holds: (server: Daybook) => Promise<void>
  /** The same for the stored data, once no server has it open. */
  readonly stored?: (env: Environment) => Promise<void>
}

const setAside = "/v1/admin/sync/set-aside"

const statusesOf = async ({ admin }: Daybook, domain: string) =>
  (await admin.runs()).filter((run) => run.domain === domain).map(({ status }) => status)

const interrupted = (times: number) => Array.from({ length: times }, () => "interrupted")

/** Each of four pages but the first is requested twice: by the sync, and by the next server. */
const twiceEach = [1, 1, 2, 2, 3, 3, 4]

/** Each of the first four rounds ends at the page of its number. */
const firstFour = (round: number) => (round <= 4 ? round : undefined)

/** The first two rounds end at the second page, which is 1, and at the fourth one. */
const secondAndFourth = (round: number) => [1, 3][round - 1]

const listening = async (): Promise<Walk> => {
  const service = new LastfmStandIn()
  service.plays = madeUpPlays(800)
  // A row that no store takes: it is set aside once, and neither lost nor doubled.
  service.rejected = { name: "Nameless", artist: 7 }
  return {
    domain: "listening",
    service,
    settings: { LASTFM_URL: await service.url, LASTFM_API_KEY: planted.lastfmKey, LASTFM_USER: "someone" },
    page: firstFour,
    holds: async (server) => {
      assert.deepStrictEqual(service.asked, twiceEach)
      assert.deepStrictEqual(await statusesOf(server, "listening"), interrupted(4))
      expect(await server.admin.get(setAside)).toMatchObject({ body: { pagination: { total: 1 } } })
      expect(await server.admin.sync()).toMatchObject({
        status: 200,
        body: { items_synced: 200, remaining: 0 },
      })
      expect(await server.admin.get(setAside)).toMatchObject({ body: { pagination: { total: 1 } } })
      assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(service.plays))
      expect(await server.admin.sync()).toMatchObject({ body: { items_synced: 0 } })
    },
  }
}

const reading = async (): Promise<Walk> => {
  const service = new ReadwiseStandIn()
  return {
    domain: "reading",
    service,
    settings: { READWISE_URL: await service.url, READWISE_TOKEN: planted.readwiseToken },
    page: secondAndFourth,
    holds: async ({ admin, reader }) => {
      expect(await admin.sync("reading")).toMatchObject({ status: 200, body: { items_synced: 36 } })
      assert.deepStrictEqual(service.asked.slice(0, 7), [0, 1, 1, 2, 3, 3, 4])
      assert.strictEqual((await archive(reader)).pagination?.total, 30)
      expect(await admin.sync("reading")).toMatchObject({ body: { items_synced: 0, remaining: 0 } })
    },
  }
}

const watching = async (): Promise<Walk> => {
  const service = new WatchingStandIn()
  service.episodes = madeUpEpisodes(330)
  return {
    domain: "watching",
    service,
    settings: await service.settings(),
    page: firstFour,
    holds: async ({ admin, reader }) => {
      assert.deepStrictEqual(service.asked, twiceEach)
      expect(await admin.sync("watching")).toMatchObject({
        status: 200,
        body: { items_synced: 30, remaining: 0 },
      })
      assert.deepStrictEqual(await episodesByNumber(reader), episodesByShow(service.episodes))
      expect(await admin.sync("watching")).toMatchObject({ body: { items_synced: 0 } })
    },
  }
}

/** Each server after the first has the newest token. */
const running = async (): Promise<Walk> => {
  const token = "planted-rotated-refresh-token-0"
  const service = new StravaStandIn(token)
  service.activities = madeUpRuns(3 * perPage)
  return {
    domain: "running",
    service,
    settings: {
      STRAVA_URL: await service.url,
      STRAVA_CLIENT_ID: "12345",
      STRAVA_CLIENT_SECRET: planted.stravaSecret,
      STRAVA_REFRESH_TOKEN: token,
    },
    // The last call of the one before never got a response: it arrives again, and then the next one.
    page: () => service.asked.length + 2,
    holds: async (server) => {
      assert.strictEqual(service.refreshes, 5)
      expect(await server.admin.sync("running")).toMatchObject({ status: 200, body: { remaining: 0 } })
      assert.deepStrictEqual(await yearsOf(server, service.activities), byYear(service.activities))
      expect(await server.admin.sync("running")).toMatchObject({ body: { items_synced: 0 } })
      assert.deepStrictEqual(await statusesOf(server, "running"), [
        "completed",
        "completed",
        ...interrupted(5),
      ])
    },
  }
}

const attending = async (): Promise<Walk> => {
  const service = new GoogleStandIn()
  const entries = "/v1/admin/attending/sources"
  return {
    domain: "attending",
    service,
    settings: { ...linkedAccount, ...(await service.settings) },
    page: secondAndFourth,
    holds: async ({ admin }) => {
      expect(await admin.sync("attending")).toMatchObject({
        status: 200,
        body: { items_synced: 5, remaining: 0 },
      })
      assert.deepStrictEqual(service.asked, [0, 1, 1, 2, 3, 3])
      expect((await admin.get(entries)).body).toMatchObject({ pagination: { total: 20 } })
      expect(await admin.sync("attending")).toMatchObject({ body: { items_synced: 0 } })
    },
  }
}

const collecting = async (): Promise<Walk> => {
  const service = new DiscogsStandIn()
  service.copies = madeUpCopies(350)
  const bought: Copy = { release: 6, instance: 3_999_999_999 }
  return {
    domain: "collecting",
    service,
    settings: {
      DISCOGS_URL: await service.url,
      DISCOGS_TOKEN: planted.discogsToken,
      DISCOGS_USER: "someone",
    },
    page: firstFour,
    holds: async ({ admin }) => {
      assert.deepStrictEqual(service.asked, twiceEach)
      // In the meantime a copy of the first page was sold, and another was bought.
      service.copies.splice(3, 1)
      service.copies.push(bought)
      expect(await admin.sync("collecting")).toMatchObject({ status: 200, body: { remaining: 0 } })
      expect(await admin.sync("collecting")).toMatchObject({
        status: 200,
        body: { items_synced: 0, remaining: 0 },
      })
    },
    stored: async (env) => assert.deepStrictEqual(await copiesIn(env), byInstance(service.copies)),
  }
}

const places = async (): Promise<Walk> => {
  const service = new FoursquareStandIn()
  return {
    domain: "places",
    service,
    settings: { FOURSQUARE_URL: await service.url, FOURSQUARE_TOKEN: planted.foursquareToken },
    // The first page of the first server only reports how many there are.
    page: (round) => (round <= 4 ? service.asked.length + (round === 1 ? 3 : 2) : undefined),
    between: () => {
      service.grow(1)
      service.remove(500, 1)
    },
    holds: async ({ admin, reader }) => {
      await callToTheEnd(admin)
      const stored = await idsIn(reader)
      assert.strictEqual(new Set(stored).size, stored.length, "one is stored twice")
      assert.includeMembers(stored, idsOf(service.visits))
      expect(await callToTheEnd(admin)).toMatchObject([{ items_synced: 0 }])
    },
  }
}

/** Rounds in which at least one walk is cut. */
export const rounds = 5

/** A walk of every domain that syncs. */
export const everyWalk = () =>
  Promise.all([listening, reading, watching, running, attending, collecting, places].map((make) => make()))
