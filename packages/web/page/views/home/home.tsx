import "./home.css"
import type { Today } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { fullDay, longDay, month as monthName, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { DayInPictures } from "./day.tsx"
import { EmptyStore } from "./emptyStore.tsx"
import { headlineOf } from "./headline.ts"
import { Lately, Month } from "./lately.tsx"
import { NowPlayingBand } from "./nowPlaying.tsx"
import { OnThisDay } from "./onThisDay.tsx"
import { Week } from "./week.tsx"

const { home } = messages

/** The date or the newest day, with the streak if there is one. */
const leadOf = ({ date, day, month, streak }: Today): string =>
  month === undefined
    ? [longDay(date), streak > 1 ? home.streak(streak) : ""].filter((part) => part !== "").join(" · ")
    : home.newest(fullDay(day))

/** The facts of the day in a sentence; without any, the date. For an old store, its last month. */
const titleOf = (data: Today): string => {
  if (data.month !== undefined)
    return home.monthWas(
      monthName(data.month.start),
      data.month.best.slice(0, 3).map(({ title }) => title),
    )
  return data.day === data.date ? headlineOf(data.headline) : ""
}

const Whole = ({ data }: { readonly data: Today }) => {
  if (data.day === "") return <EmptyStore />
  const title = titleOf(data)
  return (
    <div class="today">
      <div class="today-top">
        <Title
          kicker={title === "" ? "" : leadOf(data)}
          title={title === "" ? longDay(data.date) : title}
          window={messages.name}
          display
        />
        <NowPlayingBand />
      </div>
      {data.month === undefined ? <DayInPictures data={data} /> : <Month day={data.day} month={data.month} />}
      <div class="halves">
        <Week week={data.week} day={data.day} />
        <OnThisDay data={data} />
      </div>
      <Lately entries={data.lately} />
    </div>
  )
}

/** What the owner has been doing: now, today, this week, on this day, and lately. */
const Home = () => {
  const path = `/v1/today`
  const read = useRead<Today>(path)
  return (
    <>
      {read.data === undefined ? <Title title={longDay(today())} window={messages.name} /> : undefined}
      <Shown path={path} read={read} lines={8}>
        {(data) => <Whole data={data} />}
      </Shown>
    </>
  )
}

export default Home
