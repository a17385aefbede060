import type { Entry, Today } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { dayOfEntry, makerOf, subtitleOf } from "../../parts/lists/entries.tsx"
import { artKind, Tile } from "../../parts/lists/tile.tsx"

const { home } = messages

const most = 4

/** A night out, as the stub that is left of its ticket. */
const Stub = ({ ago, entry }: { readonly entry: Entry; readonly ago: string }) => (
  <a class="torn" href={itemPath(entry.domain, entry.item).slice(1)}>
    <span>
      <span class="small">{[ago, subtitleOf(entry)].filter((part) => part !== "").join(" · ")}</span>
      <strong dir="auto">{entry.title}</strong>
    </span>
    <span class="torn-date" aria-hidden="true">
      {dayOfEntry(entry).split("-").toReversed().join(".")}
    </span>
  </a>
)

const Memory = ({ ago, entry }: { readonly entry: Entry; readonly ago: string }) => (
  <a class="memory" href={itemPath(entry.domain, entry.item).slice(1)}>
    <Tile
      name={entry.title}
      by={makerOf(entry)}
      image={entry.image}
      kind={artKind(entry.item.type)}
      size="medium"
    />
    <span>
      <span class="kicker">
        <span class="dot" aria-hidden="true" />
        {ago}
      </span>
      <strong class="cut" dir="auto">
        {entry.title}
      </strong>
      <span class="quiet small cut" dir="auto">
        {subtitleOf(entry)}
      </span>
    </span>
  </a>
)

/** The same day in earlier years, one thing of each: a night out before all others. Nothing without any. */
export const OnThisDay = ({ data: { date, on_this_day: years } }: { readonly data: Today }) => {
  const memories = years.flatMap(({ data, year }) => {
    const entry = data.find(({ domain }) => domain === "attending") ?? data[0]
    return entry === undefined ? [] : [{ entry, ago: home.yearsAgo(Number(date.slice(0, 4)) - year), year }]
  })
  if (memories.length === 0) return undefined
  const stubsFirst = memories.toSorted(
    (one, other) => Number(other.entry.domain === "attending") - Number(one.entry.domain === "attending"),
  )
  return (
    <section class="card">
      <h2>{home.onThisDay}</h2>
      <ul class="memories">
        {stubsFirst.slice(0, most).map(({ ago, entry, year }) => (
          <li key={year} class={`hue-${entry.domain}`}>
            {entry.domain === "attending" ? (
              <Stub entry={entry} ago={ago} />
            ) : (
              <Memory entry={entry} ago={ago} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
