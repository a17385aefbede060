import { useRead } from "../../data/useRead.ts"
import { compact, minutes, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Bars } from "../../parts/charts/bars.tsx"
import { ActivityClock, DaysOfYear } from "../../parts/charts/rhythm.tsx"
import { ComparedCard } from "../../parts/periods/comparedCard.tsx"
import { FallbackNote, PeriodChoice, periodQuery } from "../../parts/periods/comparedPeriod.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { articlePath, titleOf } from "./articleLine.tsx"
import { ReadingHead } from "./head.tsx"
import type { ReadingOverview } from "./reading.tsx"
import { ReadingTime } from "./time.tsx"

const { reading } = messages

const Finished = ({ overview }: { readonly overview: ReadingOverview }) => {
  const { totals } = overview
  return (
    <ComparedCard
      compared={overview}
      counted={reading.readOf}
      label={reading.overTime}
      words={[
        totals.articles === 0 ? "" : reading.articlesOf(totals.articles),
        totals.words === 0 ? "" : reading.words(compact(totals.words)),
        totals.minutes === 0 ? "" : minutes(totals.minutes),
        totals.books === 0 ? "" : reading.booksOf(totals.books),
        totals.pages === 0 ? "" : reading.pagesOf(totals.pages),
        totals.highlights === 0 ? "" : reading.highlightsOf(totals.highlights),
      ]
        .filter((fact) => fact !== "")
        .join(", ")}
    >
      {totals.longest === undefined ? undefined : (
        <p class="small quiet">
          {reading.longest}: <a href={articlePath(totals.longest.id).slice(1)}>{titleOf(totals.longest)}</a>,{" "}
          {reading.wordsOf(totals.longest.word_count)}
        </p>
      )}
    </ComparedCard>
  )
}

const statuses = ["unread", "reading", "finished", "abandoned", "skipped"] as const

const Fates = ({ overview: { period, totals } }: { readonly overview: ReadingOverview }) =>
  totals.saved === 0 ? undefined : (
    <section class="card">
      <h2>{reading.saved}</h2>
      <p class="quiet small">{reading.savedOf(totals.saved)}</p>
      <Bars
        bars={statuses.map((status) => ({
          name: reading.statuses[status],
          value: totals.by_status[status],
          to: withQuery("/reading/articles", { status, from: period.from, to: period.to }),
        }))}
      />
    </section>
  )

const groups = { tags: "tag", domains: "domain", authors: "author" } as const
const mostNames = 10

const Groups = ({
  by,
  overview,
  title,
}: {
  readonly by: keyof typeof groups
  readonly overview: ReadingOverview
  readonly title: string
}) =>
  overview[by].length === 0 ? undefined : (
    <section class="card">
      <h2>{title}</h2>
      <Bars
        bars={overview[by].slice(0, mostNames).map(({ count, id, name }) => ({
          name,
          value: count,
          to: withQuery("/reading/articles", { [groups[by]]: id }),
        }))}
      />
    </section>
  )

/** Finished items of a period next to the one before, when, and the ways into the archive. */
const Numbers = ({ query }: Address) => {
  const year = today().slice(0, 4)
  const path = `/v1/reading/overview?${periodQuery(query, year)}`
  const read = useRead<ReadingOverview>(path)
  return (
    <div class="hue-reading">
      <ReadingHead title={reading.numbers} />
      <PeriodChoice standard={year} />
      <Shown path={path} read={read} lines={12}>
        {(overview) => {
          const { from, to } = overview.period
          const range = `from=${from}&to=${to}`
          const time = <ReadingTime by={overview.granularity} range={range} title={reading.withBooks} />
          if (overview.count === 0)
            return (
              <>
                {time}
                <NothingYet />
              </>
            )
          return (
            <>
              <FallbackNote compared={overview} query={query} asked={year} />
              <Finished overview={overview} />
              {time}
              <DaysOfYear domain="reading" year={to.slice(0, 4)} />
              <div class="halves">
                <Fates overview={overview} />
                <ActivityClock domain="reading" range={range} />
                <Groups by="tags" overview={overview} title={reading.tags} />
                <Groups by="domains" overview={overview} title={reading.sites} />
                <Groups by="authors" overview={overview} title={reading.authors} />
              </div>
            </>
          )
        }}
      </Shown>
    </div>
  )
}

export default Numbers
