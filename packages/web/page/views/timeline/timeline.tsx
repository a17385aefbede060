import { isDay } from "../../data/queryString.ts"
import { fullDay } from "../../format.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { DayInput } from "../../parts/lists/filters.tsx"
import { FeedOf } from "../../parts/lists/feed.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, navigate, usePlace, withQuery } from "../../router.tsx"

const { feed } = messages

/** Everything, newest first: of one domain, of one day, or up to a day where the address says so. */
const Timeline = ({ query }: Address) => {
  const address = usePlace()
  const date = query.get("date") ?? ""
  const until = query.get("to") ?? ""
  const domain = query.get("domain") ?? ""
  const asked = [
    domains.includes(domain) ? `domains=${domain}&` : "",
    isDay(date) ? `from=${date}&to=${date}&` : isDay(until) ? `to=${until}&` : "",
  ].join("")
  return (
    <>
      <Title title={isDay(date) ? fullDay(date) : feed.title}>
        <DayInput
          label={feed.goTo}
          value={isDay(date) ? date : until}
          onDay={(to) => navigate(withQuery(address, { date: "", to }), { replace: until !== "" })}
        />
      </Title>
      <Choices
        label={feed.domains}
        name="domain"
        options={[
          { value: "", label: feed.everything },
          ...domains.map((name) => ({ value: name, label: messages.domain(name), hue: name })),
        ]}
      />
      {isDay(date) ? (
        <p class="small timeline-more">
          <a href={withQuery(address, { date: "", to: date }).slice(1)}>{feed.before}</a>
        </p>
      ) : undefined}
      <FeedOf query={asked} ofOneDay={isDay(date)} />
    </>
  )
}

export default Timeline
