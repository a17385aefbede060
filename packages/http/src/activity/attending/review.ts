import {
  type AttendingReview,
  SeenPerformer,
  SeenPlayer,
  SeenVenue,
  TeamRecord,
  TypeCount,
} from "@daybook/attending"
import * as Schema from "effect/Schema"
import { manyOf, optionalForm, wireAs, wireForm } from "../forRoutes.ts"
import { positionFields } from "../../wire/position.ts"
import { hiddenAt, record } from "./lists/wire.ts"

const times = Schema.Int.annotate({ description: "Attended events of the year" })
const timesName = { times: "times_seen" } as const

const { city, id, name } = SeenVenue.fields
const venue = { id, name, city, ...positionFields, times }

const VenueForm = wireForm(venue, timesName, hiddenAt.venue)
const Venue = wireAs(VenueForm, (one: SeenVenue) => VenueForm.of({ ...one, ...one.position }))

const FurthestForm = wireForm(
  {
    ...venue,
    miles: Schema.Finite.annotate({
      description: "Miles from the center of the city with the most events, with one decimal",
    }),
  },
  { ...timesName, miles: "distance_mi" },
  hiddenAt.venue,
)
const Furthest = wireAs(FurthestForm, (one: NonNullable<AttendingReview["furthest"]>) =>
  FurthestForm.of({ ...one, ...one.position }),
)

/** Attending's own part of a year in review. */
export const Review = wireForm({
  events: Schema.Int.annotate({ description: "Attended events" }),
  byType: manyOf(
    wireForm({ type: TypeCount.fields.type, count: TypeCount.fields.count }, { type: "event_type" }),
  ),
  venues: Schema.Int,
  newVenues: Schema.Int.annotate({ description: "Venues visited for the first time" }),
  performers: Schema.Int,
  topVenues: manyOf(Venue),
  newPlaces: manyOf(Venue).annotate({ description: "Some of the new venues, at most 10" }),
  topPerformers: manyOf(
    wireForm(
      { id: SeenPerformer.fields.id, name: SeenPerformer.fields.name, times },
      timesName,
      hiddenAt.performer,
    ),
  ),
  topPlayers: manyOf(wireForm({ id: SeenPlayer.fields.id, name: SeenPlayer.fields.name, times }, timesName)),
  teams: manyOf(wireForm({ id: TeamRecord.fields.id, name: TeamRecord.fields.name, ...record })),
  furthest: optionalForm(Furthest),
})
