import type {
  AttendingTransaction,
  EventFields,
  FeedEntry,
  GameType,
  TeamId,
  VenueId,
} from "@daybook/attending"
import { addDays, utcDayOf } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { demoCity, demoLineup, demoPosition, demoTickets } from "./attendingDetails.ts"
import { type DemoOptions, type Day, waking } from "./days.ts"
import { phrases, type Words } from "./grammar.ts"
import { Catalogue } from "./listening/catalogue.ts"
import { mix, Random, type Choices } from "./random.ts"

/** The options of demo events. */
export interface AttendingDemo extends DemoOptions {
  /** The number of events; 260 by default. */
  readonly count?: number
}

/** An event by the names of its venue and teams. */
export interface DemoEvent extends Omit<EventFields, "venueId" | "game"> {
  readonly venue: string
  readonly game:
    | {
        readonly id: string
        readonly home: string
        readonly away: string
        readonly homeScore: number | undefined
        readonly awayScore: number | undefined
      }
    | undefined
}

const hour = 3_600

const clubs =
  phrases(`Lantern Hall, The Copper Room, Orchard Ballroom, Saltworks, The Velvet Mill, Harbour Lights,
  Parlour 9, The Old Tannery`)
const stages = phrases("Quarry Street Theatre, The Glasshouse, Elm Court Playhouse, The Little Proscenium")
const plays =
  phrases(`The Tin Orchard, A Winter in Brackwater, Three Lamps, The Cartographer's Wife, Salt and Paper,
  An Hour Past Noon`)
const comedians = phrases("Dora Finch, Moss Averill, Tam Okoro-Lind, Pia Vanterpool, Gus Merriweather")

interface League {
  readonly type: GameType
  /** The team that the person goes to see, with its city. */
  readonly home: string
  readonly park: string
  readonly others: Words
  /** The months in which it plays. */
  readonly months: ReadonlyArray<number>
  readonly maxPoints: number
}

const leagues: Choices<League> = [
  [
    {
      type: "mlb_game",
      home: "Brackwater Herons",
      park: "Heron Park",
      others: phrases(
        "Ashford Miners, Lakeport Kestrels, Dunmore Saints, Port Alder Pilots, Granite Bay Foxes",
      ),
      months: [4, 5, 6, 7, 8, 9],
      maxPoints: 11,
    },
    10,
  ],
  [
    {
      type: "nba_game",
      home: "Brackwater Lanterns",
      park: "Causeway Arena",
      others: phrases("Ashford Comets, Lakeport Tide, Dunmore Bells"),
      months: [1, 2, 3, 4, 11, 12],
      maxPoints: 128,
    },
    3,
  ],
  [
    {
      type: "mls_game",
      home: "Brackwater Rovers",
      park: "Tollgate Ground",
      others: phrases("Ashford Athletic, Port Alder City, Granite Bay United"),
      months: [3, 4, 5, 6, 7, 8, 9, 10],
      maxPoints: 5,
    },
    3,
  ],
]

type Outing = "game" | "concert" | "theater" | "comedy" | "unknown"

const outings: Choices<Outing> = [
  ["game", 46],
  ["concert", 38],
  ["theater", 9],
  ["comedy", 5],
  ["unknown", 2],
]

const gameOn = (league: League, day: Day, random: Random): Pick<DemoEvent, "title" | "game" | "venue"> => {
  const away = random.pick(league.others)
  const homeScore = random.integer(0, league.maxPoints)
  return {
    title: `${away} at ${league.home}`,
    venue: league.park,
    game: {
      id: `${league.type}-${day.midnight}`,
      home: league.home,
      away,
      homeScore,
      // No game ends in a draw here.
      awayScore: homeScore === 0 ? 1 : random.integer(0, homeScore - 1),
    },
  }
}

const eventOn = (day: Day, headliners: Words, random: Random): DemoEvent => {
  const outing = random.weighted(outings)
  const league = random.weighted(leagues)
  const common = {
    day: utcDayOf(day.midnight * 1000),
    startsAt: (day.midnight + random.integer(38, 41) * (hour / 2)) * 1000,
    attended: true,
    performers: [],
    game: undefined,
    notes: "",
  }
  if (outing === "game" && league.months.includes(day.month)) {
    const attended = random.chance(0.9)
    return { ...common, category: "sports", type: league.type, attended, ...gameOn(league, day, random) }
  }
  if (outing === "theater") {
    const title = random.pick(plays)
    return { ...common, category: "arts", type: "theater", title, venue: random.pick(stages) }
  }
  if (outing === "comedy") {
    const title = random.pick(comedians)
    return {
      ...common,
      category: "arts",
      type: "comedy",
      title,
      performers: [title],
      venue: random.pick(stages),
    }
  }
  if (outing === "unknown") {
    return { ...common, category: "other", type: "unknown", title: "Summer fair", venue: "Millrace Green" }
  }
  const title = random.pick(headliners)
  const support = random.pick(headliners)
  const performers = support === title ? [title] : [title, support]
  return { ...common, category: "music", type: "concert", title, performers, venue: random.pick(clubs) }
}

/**
 * The events of a made-up person, oldest first, one a day at most: games of three home teams in their seasons, and
 * concerts of artists who are loved in the plays of `demoScrobbles` of the same seed. The same arguments give the same
 * events. The days are those of UTC.
 */
export const demoEvents = ({
  count = 260,
  seed = 1,
  until,
  years = 8,
}: AttendingDemo): ReadonlyArray<DemoEvent> => {
  const days = waking({ until: until - 86_400_000, years, seed })
  const catalogue = new Catalogue(mix(seed, 3))
  const [first = "The Paper Lanterns", ...rest] = Array.from({ length: 200 }, (_, number) =>
    catalogue.artist(number),
  ).flatMap(({ attachment, name }) => (attachment === "loved" ? [name] : []))
  const random = new Random(mix(seed, 51))
  // As many as are still needed, spread over the remaining days.
  let wanted = Math.min(count, days.length)
  return days.flatMap((day, index) => {
    if (!random.chance(wanted / (days.length - index))) return []
    wanted -= 1
    return [eventOn(day, [first, ...rest], new Random(mix(mix(seed, 52), day.index)))]
  })
}

/** The events that the made-up person looks forward to, in the weeks after `until`. */
export const demoUpcoming = ({
  seed = 1,
  until,
}: Pick<AttendingDemo, "until" | "seed">): ReadonlyArray<DemoEvent> => {
  const random = new Random(mix(seed, 53))
  const dayAfter = (days: number) => addDays(utcDayOf(until), days)
  const month = Number(dayAfter(20).slice(5, 7))
  const [{ home, others, park, type }] = leagues.find(([{ months }]) => months.includes(month)) ?? leagues[0]
  const away = random.pick(others)
  const common = { attended: true, notes: "", startsAt: undefined, game: undefined }
  const comedian = random.pick(comedians)
  return [
    {
      ...common,
      day: dayAfter(3),
      category: "arts",
      type: "theater",
      title: random.pick(plays),
      venue: random.pick(stages),
      performers: [],
    },
    {
      ...common,
      day: dayAfter(12),
      category: "arts",
      type: "comedy",
      title: comedian,
      venue: random.pick(stages),
      performers: [comedian],
    },
    {
      ...common,
      day: dayAfter(20),
      category: "sports",
      type,
      title: `${away} at ${home}`,
      venue: park,
      performers: [],
      game: {
        id: `${type}-upcoming`,
        home,
        away,
        homeScore: undefined,
        awayScore: undefined,
      },
    },
  ]
}

/** A few entries of the made-up person's calendar that nobody has reviewed yet. */
export const demoEntries = ({ until }: Pick<AttendingDemo, "until">): ReadonlyArray<FeedEntry> =>
  (
    [
      ["Dentist", ""],
      ["Lakeport Kestrels at Brackwater Herons", "Heron Park, 1 Causeway, Brackwater"],
      ["The Tin Orchard", "Quarry Street Theatre"],
      ["Dora Finch, stand-up", "The Glasshouse, Brackwater"],
    ] as const
  ).map(([summary, location], index) => ({
    sourceType: "calendar",
    sourceRef: `demo-${index}`,
    rawData: {
      summary,
      location,
      start: { dateTime: new Date(until - (index + 2) * 86_400_000).toISOString(), timeZone: "UTC" },
    },
  }))

/** Stores made-up events with their venues and teams, inside a change. */
export const storeDemoEvents = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  events: ReadonlyArray<DemoEvent>,
) {
  const venues = new Map<string, VenueId>()
  const teams = new Map<string, TeamId>()
  const venueOf = Effect.fnUntraced(function* (name: string) {
    const known = venues.get(name)
    if (known !== undefined) return known
    const id = yield* transaction.addVenue({
      name,
      aliases: [],
      city: demoCity(name),
      timeZone: "UTC",
      providerIds: [],
      position: demoPosition(name),
    })
    venues.set(name, id)
    return id
  })
  const teamOf = Effect.fnUntraced(function* (
    type: GameType,
    name: string,
    homeVenueId: VenueId | undefined,
  ) {
    const known = teams.get(name)
    if (known !== undefined) return known
    const id = yield* transaction.addTeam({
      type,
      name,
      aliases: [name.split(" ").at(-1) ?? name],
      providerIds: [{ provider: "demo", id: name }],
      homeVenueId,
    })
    teams.set(name, id)
    return id
  })
  for (const { game, venue, ...event } of events) {
    const venueId = yield* venueOf(venue)
    if (game === undefined) {
      const id = yield* transaction.addEvent({ ...event, venueId, game })
      yield* transaction.addTickets(id, demoTickets(event.title, event.day))
      continue
    }
    const type = leagues.map(([league]) => league).find(({ home }) => home === game.home)?.type ?? "mlb_game"
    const homeTeamId = yield* teamOf(type, game.home, venueId)
    const awayTeamId = yield* teamOf(type, game.away, undefined)
    const { awayScore, homeScore, id } = game
    const eventId = yield* transaction.addEvent({
      ...event,
      venueId,
      game: { provider: "demo", id, homeTeamId, awayTeamId, homeScore, awayScore, number: 1 },
    })
    if (!event.attended) continue
    yield* transaction.addTickets(eventId, demoTickets(event.title, event.day))
    if (type !== "mlb_game" || homeScore === undefined) continue
    yield* transaction.putPlayers(eventId, "demo", [
      ...demoLineup(game.home, id).map((player) => ({ ...player, teamId: homeTeamId })),
      ...demoLineup(game.away, id).map((player) => ({ ...player, teamId: awayTeamId })),
    ])
  }
})
