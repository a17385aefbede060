import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { changed, readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useRead } from "../../../data/useRead.ts"
import { precisely, today } from "../../../format.ts"
import { messages } from "../../../messages.ts"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { editWithUndo } from "../../../parts/edits/undoable.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { Correct } from "../../../parts/edits/correct.tsx"
import { DayInput } from "../../../parts/lists/filters.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { navigate, usePlace, withQuery } from "../../../router.tsx"

const { doubles } = messages.settings

type Plays = Answer<"listening", "recent">

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

interface PlayLineProps {
  readonly play: Plays["data"][number]
  readonly isChosen: boolean
  readonly mayChoose: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly again: () => void
}

/** A play that can be chosen and corrected. */
const PlayLine = ({ again, isChosen, mayChoose, onChoose, play }: PlayLineProps) => {
  const { album, artist, id, played_at: at, track } = play
  return (
    <li>
      <label class="check double">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!mayChoose}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span class="settings-text">
          <span class="entry-title" dir="auto">
            {track.name}
          </span>
          <span class="quiet small">
            {precisely(at)} · {artist.name}
            {album.name === "" ? "" : ` · ${album.name}`}
          </span>
        </span>
      </label>
      <Correct
        domain="listening"
        type="play"
        id={id}
        name={track.name}
        values={{ artist: artist.name, track: track.name, album: album.name, played_at: at }}
        onDone={again}
      />
    </li>
  )
}

/** The plays of a day: two that are one can be merged, and each can be corrected. */
export const PlaysOfDay = ({ day: asked }: { readonly day: string }) => {
  const address = usePlace()
  const day = isDay(asked) ? asked : today()
  const path = `/v1/listening/recent?date=${day}&limit=100`
  const read = useRead<Plays>(path)
  const [chosen, setChosen] = useState<ReadonlyArray<string>>([])
  const again = () => {
    setChosen([])
    changed("listening")
    readAgain(path)
  }
  const [one = "", into = ""] = chosen
  const { failure, run, working } = useCommand()
  const nameOf = (id: string) => read.data?.data.find((play) => play.id === id)?.track.name ?? ""
  const merge = async () => {
    const sent = await run(() =>
      editWithUndo(
        messages.correct.merged(nameOf(one), nameOf(into)),
        { action: "merge", domain: "listening", type: "play" },
        () => send("POST", `/v1/admin/listening/play/${encodeURIComponent(one)}/merge`, { into }),
      ),
    )
    if (sent !== undefined && sent.failure === undefined) again()
  }
  return (
    <section>
      <header class="section">
        <h2>{doubles.ofDay}</h2>
        <DayInput
          label={doubles.day}
          value={day}
          max={today()}
          onDay={(date) => {
            // Empty while a part of it is being typed.
            if (date === "") return
            setChosen([])
            navigate(withQuery(address, { date }), { replace: asked !== "" })
          }}
        />
      </header>
      <p class="quiet small">{doubles.ofDayHint}</p>
      <Shown path={path} read={read} lines={6}>
        {({ data }) => (
          <>
            {data.length === 0 ? <EmptyState title={messages.listening.noPlays} /> : undefined}
            <ul class="lines">
              {data.map((play) => (
                <PlayLine
                  key={play.id}
                  play={play}
                  isChosen={chosen.includes(play.id)}
                  mayChoose={chosen.length < 2 || chosen.includes(play.id)}
                  onChoose={(isChosen) =>
                    setChosen(isChosen ? [...chosen, play.id] : chosen.filter((other) => other !== play.id))
                  }
                  again={again}
                />
              ))}
            </ul>
          </>
        )}
      </Shown>
      <CommandError failure={failure} />
      {into === "" ? undefined : (
        <p class="actions">
          <button type="button" class="button" disabled={working} onClick={() => void merge()}>
            {doubles.merge}
          </button>
        </p>
      )}
    </section>
  )
}
