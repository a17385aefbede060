import { dayOfMonth, longDay, month, shortWeekday } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Stars } from "../../parts/stars.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { dayOfWatch, told, type Watch } from "./watches.ts"

const { watching } = messages

/** Watches by day: the day large, its month in a heading, then each film and episode with its stars and words. */
export const DiaryLines = ({ watches }: { readonly watches: ReadonlyArray<Watch> }) => (
  <ul class="diary">
    {watches.map((watch, at) => {
      const day = dayOfWatch(watch)
      const before = watches[at - 1]
      const isFirst = before === undefined || dayOfWatch(before) !== day
      const { lead, name, to } = told(watch)
      return (
        <li key={`${watch.kind} ${watch.id}`} class={isFirst ? "" : "diary-same"}>
          <time class="diary-day" dateTime={day} title={`${longDay(day)}, ${month(day)}`}>
            {isFirst ? (
              <>
                <b>{dayOfMonth(day)}</b>
                <span class="quiet small">{shortWeekday((new Date(day).getUTCDay() + 6) % 7)}</span>
              </>
            ) : (
              <span class="hidden">{longDay(day)}</span>
            )}
          </time>
          <a href={to.slice(1)}>
            <Tile name={name} image={watch.image} kind="poster" />
            <span class="diary-words">
              <span class="diary-name">
                <b dir="auto">{name}</b> <Stars value={watch.user_rating} />
              </span>
              <span class="quiet small" dir="auto">
                {lead}
              </span>
              {watch.review === "" ? undefined : (
                <span class="small diary-review" dir="auto">
                  {watching.quoted(watch.review)}
                </span>
              )}
            </span>
          </a>
        </li>
      )
    })}
  </ul>
)
