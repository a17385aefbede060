import type { Entry } from "../../data/responses.ts"
import { dayOf, distance } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { artKind, Tile } from "./tile.tsx"
import { Time } from "../periods/time.tsx"

/** Who made the subject of an entry, if its line shows it. */
export const makerOf = ({ item, subtitle }: Entry): string =>
  item.type === "album" || item.type === "record" ? subtitle : ""

/** The line below an entry's name. The API writes the distance of a run in miles; it is shown in the reader's unit. */
export const subtitleOf = ({ item, subtitle }: Entry): string => {
  const [, miles] = /^([\d.]+) mi$/.exec(item.type === "run" ? subtitle : "") ?? []
  return miles === undefined ? subtitle : distance(Number(miles))
}

/** The owner's day that an entry belongs to. */
export const dayOfEntry = ({ at, day_only: dayOnly }: Entry): string =>
  dayOnly ? at.slice(0, 10) : dayOf(at)

/** One entry of the feed, as a line. */
export const EntryLine = ({
  entry,
  times = "clock",
}: {
  readonly entry: Entry
  readonly times?: "clock" | "ago"
}) => (
  <li class={`entry hue-${entry.domain}`}>
    <a href={itemPath(entry.domain, entry.item).slice(1)}>
      <Tile name={entry.title} by={makerOf(entry)} image={entry.image} kind={artKind(entry.item.type)} />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {entry.title}
        </span>
        <span class="quiet" dir="auto">
          {subtitleOf(entry)}
          {entry.count > 1 ? ` · ${messages.feed.plays(entry.count)}` : ""}
        </span>
      </span>
      <span class="entry-when">
        <span class="mark">{messages.domain(entry.domain)}</span>
        <Time at={entry.at} dayOnly={entry.day_only} as={times} />
      </span>
    </a>
  </li>
)

/** Entries as lines, newest first. */
export const Entries = ({
  entries,
  times,
}: {
  readonly entries: ReadonlyArray<Entry>
  readonly times?: "clock" | "ago"
}) => (
  <ul class="entries">
    {entries.map((entry) => (
      <EntryLine
        key={`${entry.domain} ${entry.id}`}
        entry={entry}
        {...(times === undefined ? {} : { times })}
      />
    ))}
  </ul>
)
