import { askedBy, isDay, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { month } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Endless, firstPage, lengthOf, type Listed } from "../../parts/lists/infiniteList.tsx"
import { Filters, NoMatches, DateField } from "../../parts/lists/filters.tsx"
import { EmptyState } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { Days } from "../../parts/charts/rhythm.tsx"
import { DiaryLines } from "./diaryLines.tsx"
import { WatchingHead } from "./head.tsx"
import { type Review, ReviewCard } from "./reviews.tsx"
import { dayOfWatch, type Watch } from "./watches.ts"

const { filters, watching } = messages

const AllReviews = () => (
  <Endless<Review>
    path="/v1/watching/reviews"
    groupOf={(one) => (one.watched_at === "" ? "" : `${dayOfWatch(one).slice(0, 7)}-01`)}
    headingOf={(first) => (first === "" ? watching.undated : month(first))}
    empty={<EmptyState title={watching.noReviews} />}
  >
    {(reviews) => (
      <ul class="film-reviews">
        {reviews.map((one) => (
          <ReviewCard key={`${one.movie.id} ${one.watched_at}`} one={one} />
        ))}
      </ul>
    )}
  </Endless>
)

const AllWatches = ({ asked }: { readonly asked: string }) => (
  <Endless<Watch>
    path={pathWithQuery("/v1/watching/recent", asked)}
    groupOf={(watch) => `${dayOfWatch(watch).slice(0, 7)}-01`}
    headingOf={month}
    empty={<NoMatches />}
    end={messages.feed.end}
  >
    {(watches) => (
      <div class="card">
        <DiaryLines watches={watches} />
      </div>
    )}
  </Endless>
)

/** Every film and episode watched, by days; or only the reviews. */
const Diary = ({ query }: Address) => {
  const asked = askedBy(query, { from: isDay, to: isDay })
  const reviews = query.get("show") === "reviews"
  const path = reviews ? "/v1/watching/reviews" : pathWithQuery("/v1/watching/recent", asked)
  const { data } = useRead<Listed<Watch>>(firstPage(path))
  const [newest] = data?.data ?? []
  return (
    <div class="hue-watching">
      <WatchingHead
        title={watching.diary}
        lead={lengthOf(data, reviews ? watching.reviewsOf : watching.watchesOf)}
      />
      <Choices
        label={watching.kind}
        name="show"
        options={[
          { value: "", label: watching.everything },
          { value: "reviews", label: watching.reviews },
        ]}
      />
      {reviews ? (
        <AllReviews />
      ) : (
        <>
          <Filters names={["from", "to"]}>
            <DateField name="from" label={filters.from} />
            <DateField name="to" label={filters.to} />
          </Filters>
          {asked === "" && newest !== undefined ? (
            <div class="diary-year">
              <Days domain="watching" year={dayOfWatch(newest).slice(0, 4)} />
            </div>
          ) : undefined}
          <AllWatches asked={asked} />
        </>
      )}
    </div>
  )
}

export default Diary
