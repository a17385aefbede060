import type { EventFields, FeedEntry, GamePlayer, TeamId } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"

/** An event, unless the test says otherwise. */
export const event = (more: Partial<EventFields> = {}): EventFields => ({
  title: "The Paper Lanterns",
  category: "music",
  type: "concert",
  day: LocalDate.make("2024-05-06"),
  startsAt: Date.parse("2024-05-07T02:30:00.000Z"),
  venueId: undefined,
  attended: true,
  performers: ["The Paper Lanterns", "Ida Quarry"],
  game: undefined,
  notes: "",
  ...more,
})

/** A game of two stored teams. */
export const gameEvent = (
  id: string,
  home: TeamId,
  away: TeamId,
  more: Partial<EventFields> = {},
): EventFields =>
  event({
    title: "Springfield Isotopes at Ogdenville Atoms",
    category: "sports",
    type: "mlb_game",
    performers: [],
    game: {
      provider: "mlb",
      id,
      homeTeamId: home,
      awayTeamId: away,
      homeScore: 4,
      awayScore: 0,
      number: 1,
    },
    ...more,
  })

/** A baseball team, unless the test says otherwise. */
export const team = (name: string, id: string) => ({
  type: "mlb_game" as const,
  name,
  aliases: ["Atoms", "OGD"],
  providerIds: [{ provider: "mlb", id }],
  homeVenueId: undefined,
})

export const venue = (name: string) => ({
  name,
  aliases: ["The Old Hall", "Große Halle, “1”"],
  city: "Springfield",
  timeZone: "America/Chicago",
  providerIds: [{ provider: "mlb", id: "17" }],
})

export const player = (id: string, teamId: TeamId, more: Partial<Omit<GamePlayer, "teamId">> = {}) => ({
  id,
  name: "José Núñez Jr.",
  firstName: "José",
  lastName: "Núñez Jr.",
  jersey: "00",
  teamId,
  ...more,
})

export const entry = (sourceRef: string, summary: string | undefined): FeedEntry => ({
  sourceType: "calendar",
  sourceRef,
  rawData: summary === undefined ? undefined : { summary, start: { date: "2024-05-06" } },
})
