import type { Answer } from "../../data/responses.ts"
import { messages } from "../../messages.ts"

const { attending } = messages

type Setlist = Answer<"attending", "event">["setlists"][number]
type Song = Setlist["songs"][number]

const remarksOf = ({ cover_of: cover, guest, note, tape }: Song) =>
  [
    cover === "" ? "" : attending.cover(cover),
    guest === "" ? "" : attending.guest(guest),
    tape ? attending.tape : "",
    note,
  ]
    .filter((part) => part !== "")
    .join(", ")

const Songs = ({ songs }: { readonly songs: ReadonlyArray<Song> }) => (
  <ol class="songs">
    {songs.map((song, at) => (
      <li key={`${at} ${song.name}`}>
        {song.name} <span class="quiet small">{remarksOf(song)}</span>
      </li>
    ))}
  </ol>
)

/** The songs that each performer played, encores apart. */
export const Setlists = ({ setlists }: { readonly setlists: ReadonlyArray<Setlist> }) => (
  <>
    {setlists.map(({ performer, songs, tour, url }) => (
      <section key={performer}>
        <header class="section">
          <h2>{attending.setlist(performer)}</h2>
          {/^https?:\/\//.test(url) ? (
            <a class="quiet small" href={url} rel="noreferrer" target="_blank">
              {attending.source}
            </a>
          ) : undefined}
        </header>
        {tour === "" ? undefined : <p class="quiet">{attending.tour(tour)}</p>}
        {[...new Set(songs.map(({ encore }) => encore))].map((encore) => (
          <div key={encore}>
            {encore === 0 ? undefined : <h3>{attending.encore(encore)}</h3>}
            <Songs songs={songs.filter((song) => song.encore === encore)} />
          </div>
        ))}
      </section>
    ))}
  </>
)
