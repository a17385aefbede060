import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useRead } from "../../../data/useRead.ts"
import { exactly, precisely } from "../../../format.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Tile } from "../../../parts/lists/tile.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"
import { PlaysOfDay } from "./playsOfDay.tsx"

const { doubles } = messages.settings

type DuplicateStore = Answer<"doubles", "list">
type Duplicate = DuplicateStore["data"][number]

const DoubleLine = ({ again, one }: { readonly one: Duplicate; readonly again: () => void }) => {
  const [first] = one.sources
  const name = one.play?.track.name ?? first?.track ?? ""
  return (
    <li class="hue-listening">
      <div class="double">
        <Tile name={one.play?.album.name || name} image={one.play?.image} />
        <div class="settings-text">
          <span class="entry-title" dir="auto">
            {name}
          </span>
          <span class="quiet">
            {one.play === undefined
              ? doubles.removed
              : `${one.play.artist.name} · ${exactly(one.play.played_at)}`}
          </span>
          <ul class="small">
            {one.sources.map((told) => (
              <li key={`${told.source} ${told.played_at} ${told.track}`}>
                <span class="mark">{doubles.source(told.source)}</span> {precisely(told.played_at)}:{" "}
                {told.artist}, {told.track}
                {told.album === "" ? "" : `, ${told.album}`}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <ConfirmButton
        label={doubles.split}
        question={doubles.splitQuestion(one.sources.length)}
        lost={<p>{doubles.splitLost}</p>}
        command={() => send("POST", `/v1/listening/admin/doubles/${encodeURIComponent(one.id)}/split`)}
        onDone={again}
      />
    </li>
  )
}

const DoubleList = ({ page }: { readonly page: number }) => {
  const path = `/v1/listening/admin/doubles?limit=20&page=${page}`
  const read = useRead<DuplicateStore>(path)
  return (
    <section>
      <h2>{doubles.list}</h2>
      <Shown path={path} read={read} lines={6}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? <EmptyState title={doubles.none} hint={doubles.noneHint} /> : undefined}
            <ul class="lines">
              {data.map((one) => (
                <DoubleLine key={one.id} one={one} again={() => readAgain(path)} />
              ))}
            </ul>
            <Pages pagination={pagination} />
          </>
        )}
      </Shown>
    </section>
  )
}

/** Plays that count as one because several sources report them, and those that the owner makes one. */
const DuplicateStore = ({ query }: Address) => (
  <SettingsPage name="doubles">
    <DoubleList page={pageIn(query)} />
    <PlaysOfDay day={query.get("date") ?? ""} />
  </SettingsPage>
)

export default DuplicateStore
