import type { Position } from "@daybook/kernel"
import type { GamePlayer, Ticket } from "@daybook/attending"
import { say } from "./grammar.ts"
import { english } from "./listening/words.ts"
import { mix, Random } from "./random.ts"

// FNV-1a: names give seeds.
const seedOf = (text: string): number => {
  let hash = 2_166_136_261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return hash >>> 0
}

const rosterSize = 24

/** A made-up team's players, always the same for the same team. */
const rosterOf = (team: string): ReadonlyArray<Omit<GamePlayer, "teamId">> => {
  const random = new Random(mix(seedOf(team), 61))
  return Array.from({ length: rosterSize }, (_, index) => {
    const firstName = say(random, [["{first}", 1]], english)
    const lastName = say(random, [["{last}", 1]], english)
    return {
      id: `${team} ${index + 1}`,
      name: `${firstName} ${lastName}`,
      firstName,
      lastName,
      jersey: String(index * 3 + 2),
    }
  })
}

/** The players of a made-up team who took part in a game: the same nine, and some others. */
export const demoLineup = (team: string, game: string): ReadonlyArray<Omit<GamePlayer, "teamId">> => {
  const random = new Random(mix(seedOf(game), seedOf(team)))
  return rosterOf(team).filter((_, index) => index < 9 || random.chance(0.2))
}

const cities: Readonly<Record<string, Position>> = {
  Brackwater: { lat: 41.2, lng: -66.5 },
  Lakeport: { lat: 42.6, lng: -66.1 },
}

/** The city of a made-up venue: a few are a journey away. */
export const demoCity = (venue: string): string =>
  venue === "Harbour Lights" || venue === "The Little Proscenium" ? "Lakeport" : "Brackwater"

/** The position of a made-up venue, within a few miles of its city, on a sea without land. */
export const demoPosition = (venue: string): Position => {
  const random = new Random(mix(seedOf(venue), 62))
  const around = (center = 0) => Math.round((center + (random.next() - 0.5) * 0.12) * 1e5) / 1e5
  const center = cities[demoCity(venue)]
  return { lat: around(center?.lat), lng: around(center?.lng) }
}

/** The ticket of a made-up event; some have none. */
export const demoTickets = (title: string, day: string): ReadonlyArray<Ticket> => {
  const random = new Random(mix(seedOf(`${day} ${title}`), 63))
  if (!random.chance(0.5)) return []
  return [
    {
      reservation: `BRK-${random.integer(10_000, 99_999)}`,
      number: "1",
      section: String(random.integer(101, 340)),
      row: random.pick(["A", "F", "K", "12"]),
      seat: String(random.integer(1, 24)),
    },
  ]
}
