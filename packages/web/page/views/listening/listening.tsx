import "./listening.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, number, shortDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { ActivityClock } from "../../parts/charts/rhythm.tsx"
import { ComparedCard } from "../../parts/periods/comparedCard.tsx"
import {
  daysOf,
  FallbackNote,
  PeriodChoice,
  periodQuery,
  previousName,
} from "../../parts/periods/comparedPeriod.tsx"
import { Choices } from "../../parts/lists/choices.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { artKind, Tile } from "../../parts/lists/tile.tsx"
import { Title } from "../../parts/title.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"

const { listening } = messages

type Overview = Answer<"listening", "overview">
type Moved = Overview["top"][number]
type Kind = Overview["kind"]

const kinds: ReadonlyArray<Kind> = ["artist", "album", "track"]

const pathOf = (type: Kind, id: number) => itemPath("listening", { type, id })

/** How an item moved since the period before; nothing if there is none. */
const Movement = ({ item: { is_new: isNew, previous_rank: before, rank } }: { readonly item: Moved }) => {
  const { moved } = listening
  if (isNew) return <b class="rise">{moved.new}</b>
  if (before === 0) return <>{moved.back}</>
  if (before === rank) return <>{moved.same}</>
  return before > rank ? <b class="rise">{moved.up(before - rank)}</b> : <>{moved.down(rank - before)}</>
}

const Artist = ({ item, words }: { readonly item: Moved; readonly words: string }) => (
  <li class="line">
    <a href={pathOf("artist", item.id).slice(1)}>
      <Tile name={item.name} kind="portrait" />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {item.name}
        </span>
        <span class="quiet">{words}</span>
      </span>
    </a>
  </li>
)

const Changed = ({ overview }: { readonly overview: Overview }) => {
  const { discoveries, resting, up } = overview
  const before = previousName(overview)
  if (before === undefined) return undefined
  // One of each kind first, so that none crowds out the others.
  const lines = [0, 1, 2].flatMap((at) => [
    ...up.slice(at, at + 1).map((item) => ({ item, words: listening.up(item.previous_rank, item.rank) })),
    ...discoveries
      .slice(at, at + 1)
      .map((item) => ({ item, words: listening.firstHeard(shortDay(dayOf(item.first_played_at))) })),
    ...resting
      .slice(at, at + 1)
      .map((item) => ({ item, words: listening.resting(item.previous_playcount, before, item.playcount) })),
  ])
  const [shown] = [[...new Map(lines.map((line) => [line.item.id, line])).values()].slice(0, 5)]
  return (
    <section class="card">
      <h2>{listening.changed}</h2>
      {shown.length === 0 ? (
        <p class="quiet">{listening.nothingChanged}</p>
      ) : (
        <ul>
          {shown.map(({ item, words }) => (
            <Artist key={item.id} item={item} words={words} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Plays = ({ overview }: { readonly overview: Overview }) => {
  const { period, totals } = overview
  return (
    <ComparedCard
      compared={overview}
      counted={listening.playsOf}
      label={listening.overTime}
      words={listening.summary(
        daysOf(period),
        totals.artists,
        period.name === "overall" ? 0 : totals.new_artists,
      )}
    />
  )
}

const Tops = ({ overview: { kind, previous, top } }: { readonly overview: Overview }) => (
  <section>
    <header class="section">
      <h2>{listening.tops[kind]}</h2>
      <Choices
        label={listening.kind}
        name="top"
        standard="album"
        options={kinds.map((value) => ({ value, label: listening.kinds[value] }))}
      />
    </header>
    <Wall
      kind={artKind(kind)}
      items={top.map((item) => ({
        key: item.id,
        to: pathOf(kind, item.id),
        name: item.name,
        by: item.detail,
        image: item.image,
        rank: item.rank,
        lead: (
          <>
            <span class="wall-by">
              {item.detail === "" ? undefined : (
                <span class="cut" dir="auto">
                  {item.detail}
                </span>
              )}
              <span>
                {number(item.playcount)} <span class="hidden">{messages.playsWord(item.playcount)}</span>
              </span>
            </span>
            {previous === undefined ? undefined : <Movement item={item} />}
          </>
        ),
      }))}
    />
  </section>
)

const FirstHeard = ({ items }: { readonly items: ReadonlyArray<Moved> }) =>
  items.length === 0 ? undefined : (
    <section class="card">
      <h2>{listening.discoveries}</h2>
      <ul>
        {items.slice(0, 6).map((item) => (
          <Artist
            key={item.id}
            item={item}
            words={`${shortDay(dayOf(item.first_played_at))} · ${listening.playsOf(item.playcount)}`}
          />
        ))}
      </ul>
    </section>
  )

/** The plays of a period: how many, what changed, the most played, when, and what was new. */
const Listening = ({ query }: Address) => {
  const kind = kinds.find((one) => one === query.get("top")) ?? "album"
  const path = `/v1/listening/overview?${[periodQuery(query), `top=${kind}`].filter((one) => one !== "").join("&")}`
  const read = useRead<Overview>(path)
  return (
    <div class="hue-listening">
      <Title title={messages.domain("listening")}>
        <PeriodChoice />
      </Title>
      <Shown path={path} read={read} lines={12}>
        {(overview) =>
          overview.count === 0 ? (
            <NothingYet />
          ) : (
            <>
              <FallbackNote compared={overview} query={query} />
              <div class="overview-head">
                <Plays overview={overview} />
                <Changed overview={overview} />
              </div>
              <Tops overview={overview} />
              <div class="halves">
                <ActivityClock
                  domain="listening"
                  title={listening.hours}
                  range={`from=${overview.period.from}&to=${overview.period.to}`}
                />
                <FirstHeard items={overview.discoveries} />
              </div>
            </>
          )
        }
      </Shown>
    </div>
  )
}

export default Listening
