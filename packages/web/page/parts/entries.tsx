import type { Entry } from "../data/responses.ts"
import { itemPath } from "../items.ts"
import { messages } from "../messages.ts"
import { Tile } from "./tile.tsx"
import { Time } from "./time.tsx"

/** Posters are upright, everything else is square. */
const ratioOf = ({ kind }: Entry) => (kind === "film" || kind === "episode" || kind === "media" ? 2 / 3 : 1)

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
      <Tile name={entry.title} image={entry.image} ratio={ratioOf(entry)} />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {entry.title}
        </span>
        <span class="quiet" dir="auto">
          {entry.subtitle}
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
