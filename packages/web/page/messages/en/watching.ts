import { count, number } from "../../words.ts"

/** The texts of watching. */
export const watching = {
  views: "Watching",
  wall: "Wall",
  numbers: "Numbers",
  films: "Films",
  shows: "Shows",
  diary: "Diary",
  film: "Film",
  show: "Show",
  filmsOf: (value: number) => count(value, "film", "films"),
  showsOf: (value: number) => count(value, "show", "shows"),
  episodesOf: (value: number) => count(value, "episode", "episodes"),
  watchesOf: (value: number) => count(value, "watch", "watches"),
  times: (value: number) => `${count(value, "time", "times")}`,
  /** A period as short facts: 64 films in 2026. */
  filmsIn: (value: number, period: string) => `${count(value, "film", "films")} in ${period}`,
  seenAgain: (value: number) => `${number(value)} seen again`,
  overTime: "Watches over time",
  lastSeen: "Last seen",
  allFilms: (value: number) => `All ${count(value, "film", "films")}`,
  showsWatched: "Shows in this period",
  quoted: (text: string) => `“${text}”`,
  wholeDiary: "Whole diary",
  ratings: "Ratings",
  ratingsLead: (total: string, average: string) => `${total} rated, ${average} on average`,
  rated: (stars: string, films: string) => `${stars}: ${films}`,
  noRatings: "Films that you rate appear here.",
  genres: "Genres",
  decades: "Decades",
  decade: (first: number) => `${first}s`,
  directors: "Directors",
  reviews: "Reviews",
  everything: "Everything",
  findFilms: "Search films",
  findShows: "Search shows",
  year: "Year",
  rating: "Rating",
  ratingFilter: { any: "Any", true: "Rated", false: "Unrated" },
  sorts: { watched: "Watched", rating: "Rating", title: "Title", year: "Year", episodes: "Episodes" },
  directedBy: (names: string) => `Directed by ${names}.`,
  yourStars: "your stars",
  watched: "Watched",
  episodesOfLength: (length: string) => `episodes of ${length}`,
  between: (first: string, last: string) =>
    first === last ? `Watched on ${first}` : `Watched from ${first} to ${last}`,
  seen: (times: number) =>
    times === 0
      ? "Not seen yet"
      : times === 1
        ? "Seen once"
        : times === 2
          ? "Seen twice"
          : `Seen ${number(times)} times`,
  watchOf: (title: string) => `a watch of ${title}`,
  undated: "Date unknown",
  progress: (watched: number, total: number) =>
    total === 0
      ? count(watched, "episode", "episodes")
      : `${number(watched)} of ${count(total, "episode", "episodes")}`,
  season: (value: number) => (value === 0 ? "Specials" : `Season ${number(value)}`),
  seasons: "Seasons",
  episode: (season: number, episode: number) =>
    season === 0 ? `Special ${number(episode)}` : `S${number(season)} E${number(episode)}`,
  untitledEpisode: (episode: number) => `Episode ${number(episode)}`,
  noReviews: "Films that you review appear here.",
  reviewsOf: (value: number) => count(value, "review", "reviews"),
  unwatched: "Not watched",
  aired: (day: string) => `Aired ${day}`,
  kind: "Kind",
  log: {
    film: "Log a film",
    open: "Log it again",
    first: "Log it",
    close: "Close",
    when: "When",
    tonight: "Tonight",
    yesterday: "Yesterday",
    other: "Another day",
    day: "Day",
    stars: "Stars",
    noStars: "No stars",
    lastTime: (stars: number) => `Last time: ${number(stars)}.`,
    keys: "Left and right change it by a half.",
    words: "A few words",
    optional: "(if you like)",
    save: "Save",
    shortcut: "Ctrl+Enter saves",
    saved: { tonight: "Logged for tonight.", yesterday: "Logged for yesterday.", other: "Logged." },
    changed: "You had logged this film on that day: its rating and review are updated.",
  },
}
