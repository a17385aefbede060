import type { Answer } from "../../data/responses.ts"
import { messages } from "../../messages.ts"

const { attending } = messages

type Setlist = Answer<"attending", "event">["setlists"][number]
type Song = Setlist["songs"][number]
export type Around = Answer<"attending", "around">

const remarksOf = ({ cover_of: cover, guest, note, tape }: Song) =>
  [
    cover === "" ? "" : attending.cover(cover),
    guest === "" ? "" : attending.guest(guest),
    tape ? attending.tape : "",
    note,
  ]
    .filter((part) => part !== "")
    .join(", ")

/** The plays of each song of one setlist, in its order; none if nothing of the performer was ever played. */
const playsOf = (around: Around | undefined, performer: string): ReadonlyArray<number> =>
  around?.performers.some(({ plays }) => plays > 0) === true
    ? around.songs.filter((song) => song.performer === performer).map(({ plays }) => plays)
    : []

interface SongsProps {
  readonly songs: ReadonlyArray<Song & { readonly plays: number | undefined }>
  /** The place of the first one in the whole set. */
  readonly from: number
}

const Songs = ({ from, songs }: SongsProps) => (
  <ol class="setlist" start={from}>
    {songs.map((song, at) => (
      <li key={`${at} ${song.name}`}>
        <span class="song">
          <b dir="auto">{song.name}</b> <span class="quiet small">{remarksOf(song)}</span>
        </span>
        {song.plays === undefined || song.tape ? undefined : (
          <span class="quiet small">
            {song.plays === 0 ? attending.newToYou : attending.plays(song.plays)}
          </span>
        )}
      </li>
    ))}
  </ol>
)

/** The songs that each performer played, encores apart, next to the owner's plays of them. */
export const Setlists = ({
  around,
  setlists,
}: {
  readonly setlists: ReadonlyArray<Setlist>
  readonly around: Around | undefined
}) => (
  <>
    {setlists.map(({ performer, songs, tour, url }) => {
      const plays = playsOf(around, performer)
      const all = songs.map((song, at) => ({ ...song, at, plays: plays[at] }))
      const known = all.filter((song) => (song.plays ?? 0) > 0).length
      return (
        <section key={performer} class="card">
          <header class="section">
            <h2>{attending.setlist(performer)}</h2>
            <span class="quiet small">
              {attending.songsOf(songs.length)}
              {plays.length === 0 ? "" : ` · ${attending.knew(known)}`}
            </span>
          </header>
          {tour === "" ? undefined : <p class="quiet">{attending.tour(tour)}</p>}
          {[...new Set(songs.map(({ encore }) => encore))].map((encore) => {
            const some = all.filter((song) => song.encore === encore)
            return (
              <div key={encore}>
                {encore === 0 ? undefined : <h3>{attending.encore(encore)}</h3>}
                <Songs songs={some} from={1 + (some[0]?.at ?? 0)} />
              </div>
            )
          })}
          {/^https?:\/\//.test(url) ? (
            <a class="quiet small" href={url} rel="noreferrer" target="_blank">
              {attending.source}
            </a>
          ) : undefined}
        </section>
      )
    })}
  </>
)
