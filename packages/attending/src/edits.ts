import {
  type ByHand,
  type EditedItem,
  type EditFields,
  foldName,
  handDay,
  handFlag,
  handName,
  handNames,
  handText,
  handTime,
  handUrlOrNone,
  LocalDate,
  optionalField,
  WebUrl,
  webUrl,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { AttendedEvent, type EventCategory, EventGame, EventId, EventType } from "./model.ts"

/** The editable fields of an event. */
export const eventByHand = {
  type: "event",
  needed: {
    title: handName,
    event_date: handDay.annotate({ description: "The day at the venue, YYYY-MM-DD" }),
    event_type: Schema.Literals(EventType.literals).annotate({
      message: `must be one of ${EventType.literals.join(", ")}`,
    }),
  },
  optional: {
    event_datetime: handTime,
    venue: handText().annotate({ description: "The name of the venue; empty for none" }),
    performers: handNames.annotate({ description: "The headliner first" }),
    attended: handFlag,
    notes: handText(5_000),
    image_url: handUrlOrNone.annotate({ description: "The URL of its image; empty for none" }),
  },
  moments: ["event_datetime"],
  example: {
    title: "Ida Quarry",
    event_date: "2026-05-10",
    event_type: "concert",
    venue: "Park Hall",
    performers: ["Ida Quarry"],
  },
} satisfies ByHand

/** An event with the venue that the owner named; it wins over the one that the id names. */
export const EditedEvent = Schema.Struct({
  ...AttendedEvent.fields,
  // JSON leaves out what is undefined.
  game: Schema.UndefinedOr(
    Schema.Struct({
      ...EventGame.fields,
      homeScore: optionalField(EventGame.fields.homeScore.members[0]),
      awayScore: optionalField(EventGame.fields.awayScore.members[0]),
    }),
  ),
  /** "" for none, undefined if the owner named none. */
  venueName: Schema.UndefinedOr(Schema.String),
  /** Sources have no images of events. */
  imageUrl: Schema.UndefinedOr(WebUrl),
})
export type EditedEvent = typeof EditedEvent.Type

const categoryOf = (type: EventType): EventCategory => {
  if (type.endsWith("_game")) return "sports"
  if (type === "concert") return "music"
  return type === "unknown" ? "other" : "arts"
}

const isType = Schema.is(EventType)

const typed = (value: unknown): Partial<EditedEvent> =>
  isType(value) ? { type: value, category: categoryOf(value) } : {}

const named = (value: unknown): Partial<EditedEvent> => ({
  performers: Array.isArray(value) ? value.map(String) : [],
})

/** The fields of an event that each edited field sets, one after the other. */
const settings: Readonly<Record<string, (value: unknown, event: EditedEvent) => Partial<EditedEvent>>> = {
  title: (value) => ({ title: String(value) }),
  // The start of another day is not known.
  event_date: (value, { day }) =>
    value === day ? {} : { day: LocalDate.make(String(value)), startsAt: undefined },
  event_datetime: (value) => ({ startsAt: Date.parse(String(value)) }),
  event_type: (value, { type }) => (value === type ? {} : typed(value)),
  venue: (value) => ({ venueName: String(value), venueId: undefined }),
  performers: named,
  attended: (value) => ({ attended: value === true }),
  notes: (value) => ({ notes: String(value) }),
  image_url: (value) => ({ imageUrl: webUrl(String(value)) }),
}

const correct = (event: EditedEvent, fields: EditFields): EditedEvent =>
  Object.entries(settings).reduce<EditedEvent>((known, [name, set]) => {
    const value = fields[name]
    return value === undefined ? known : { ...known, ...set(value, known) }
  }, event)

/** Events as they are edited. The store assigns ids to manual ones. */
export const editedEvents: EditedItem<EditedEvent> = {
  type: "event",
  schema: EditedEvent,
  idOf: ({ id }) => String(id),
  make: (fields, given) =>
    correct(
      {
        id: EventId.make(Number(given ?? 0)),
        title: "",
        category: "other",
        type: "unknown",
        day: LocalDate.make("1970-01-01"),
        startsAt: undefined,
        venueId: undefined,
        attended: true,
        performers: [],
        game: undefined,
        notes: "",
        venueName: undefined,
        imageUrl: undefined,
      },
      fields,
    ),
  correct,
  // The reported version is made from the known one already.
  combine: (_known, told) => told,
  own: ["id", "venueName"],
}

/** An event as its sources report it. */
export const asTold = ({
  imageUrl: _imageUrl,
  venueName: _venueName,
  ...event
}: EditedEvent): AttendedEvent => event

/** An event of a source before it is edited. */
export const unedited = (event: AttendedEvent): EditedEvent => ({
  ...event,
  venueName: undefined,
  imageUrl: undefined,
})

/** Among the events of its day the same event as a manual one: by title or headliner, and by venue. */
export const sameByHand = <Stored extends AttendedEvent>(
  event: EditedEvent,
  ofDay: ReadonlyArray<Stored>,
  venueNameOf: (event: Stored) => string,
): Stored | undefined => {
  const namesOf = ({ performers: [headliner], title }: AttendedEvent) =>
    [title, headliner ?? title].map(foldName)
  const venue = foldName(event.venueName ?? "")
  return ofDay.find((one) => {
    const other = foldName(venueNameOf(one))
    const isThere = venue === "" || other === "" || venue === other
    return isThere && namesOf(one).some((name) => namesOf(event).includes(name))
  })
}
