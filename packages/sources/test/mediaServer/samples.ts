/** A finished film as Plex sends it today; all data is invented. */
export const plexFilm = {
  event: "media.scrobble",
  user: true,
  owner: true,
  Account: { id: 1, title: "Ines" },
  Server: { title: "Attic", uuid: "0a1b" },
  Metadata: {
    librarySectionType: "movie",
    ratingKey: "77",
    guid: "plex://movie/5d00",
    type: "movie",
    title: "The Salt Road",
    originalTitle: "Solná cesta",
    year: 2019,
    rating: 7.1,
    audienceRating: 8.3,
    lastViewedAt: 1_784_000_000,
    Guid: [{ id: "imdb://tt7654321" }, { id: "tmdb://45678" }, { id: "tvdb://91011" }],
  },
}

/** A finished episode; its ids are its own. */
export const plexEpisode = {
  ...plexFilm,
  Metadata: {
    librarySectionType: "show",
    type: "episode",
    title: "Low Tide",
    grandparentTitle: "Harbour Watch",
    parentTitle: "Specials",
    guid: "plex://episode/5e00",
    grandparentGuid: "plex://show/5f00",
    parentIndex: 0,
    index: 3,
    year: 2022,
    lastViewedAt: 1_784_000_000,
    Guid: [{ id: "imdb://tt1010101" }, { id: "tmdb://202020" }, { id: "tvdb://303030" }],
  },
}

/** A rating of ten, reported as text. */
export const plexRating = {
  ...plexFilm,
  event: "media.rate",
  rating: "7",
  Metadata: { ...plexFilm.Metadata, userRating: 7, lastRatedAt: 1_784_000_500 },
}

/** A finished film as a template of Jellyfin's plugin makes it: numbers and booleans are texts. */
export const jellyfinFilm = {
  NotificationType: "PlaybackStop",
  ItemType: "Movie",
  Name: 'The \\"Salt\\" Road',
  Year: "2019",
  Provider_imdb: "tt7654321",
  Provider_tmdb: "45678",
  Provider_tvdb: "",
  PlayedToCompletion: "True",
  NotificationUsername: "Ines",
  Timestamp: "2026-07-14T03:33:20.1234567+02:00",
  UtcTimestamp: "2026-07-14T01:33:20.1234567Z",
}

export const jellyfinEpisode = {
  ...jellyfinFilm,
  ItemType: "Episode",
  Name: "Low Tide",
  SeriesName: "Harbour Watch",
  Year: 2017,
  SeasonNumber: 2,
  EpisodeNumber: "5",
  Provider_imdb: "tt1010101",
  Provider_tmdb: "202020",
  PlayedToCompletion: true,
}

export const jellyfinRating = {
  ...jellyfinFilm,
  NotificationType: "UserDataSaved",
  SaveReason: "UpdateUserRating",
  Rating: 8.6,
}

export const embyFilm = {
  Title: "Ines has finished playing The Salt Road on a set",
  Date: "2026-07-14T01:33:20.8523469Z",
  Event: "playback.stop",
  User: { Name: "Ines", Id: "e6" },
  Item: {
    Name: "The Salt Road",
    Type: "Movie",
    ProductionYear: 2019,
    ProviderIds: { IMDB: "tt7654321", Tmdb: "45678" },
  },
  PlaybackInfo: { PlayedToCompletion: true },
}

export const embyEpisode = {
  ...embyFilm,
  Item: {
    Name: "Low Tide",
    Type: "Episode",
    SeriesName: "Harbour Watch",
    ParentIndexNumber: 2,
    IndexNumber: 5,
    ProductionYear: 2022,
    ProviderIds: { Imdb: "tt1010101", Tmdb: "202020", Tvdb: "303030" },
  },
}

/** A track as Plex sends it; of various artists the performer is where a film has its first title. */
export const plexTrack = {
  ...plexFilm,
  event: "media.play",
  Metadata: {
    librarySectionType: "artist",
    ratingKey: "4101",
    guid: "com.plexapp.agents.plexmusic://music/track/0-A/0-B?lang=en",
    type: "track",
    title: "Tin Roof",
    grandparentTitle: "Various Artists",
    parentTitle: "Quay Nights",
    originalTitle: "Ida Quarry",
    index: 1,
    parentIndex: 1,
    ratingCount: 67,
  },
}

/** A film that was recorded from television: an address of the vendor's, and no list of ids. */
export const plexRecorded = {
  ...plexFilm,
  Metadata: {
    librarySectionType: "movie",
    ratingKey: "4102",
    guid: "plex://movie/5fc0",
    type: "movie",
    title: "The Salt Road",
    year: 1961,
    oneShot: "1",
    originallyAvailableAt: "1961-01-01",
    lastViewedAt: 1_784_000_000,
    Channel: [{ id: 7, filter: "channel=7", tag: "9.9 HARBOUR (Old films)" }],
    Field: [{ locked: true, name: "thumb" }],
  },
}

/** An episode that another account of the server has seen. */
export const plexShared = {
  ...plexEpisode,
  user: false,
  Account: { id: 31, title: "客人" },
  Metadata: {
    ...plexEpisode.Metadata,
    grandparentTitle: "潮",
    originalTitle: "Ebb",
    parentIndex: 1,
    index: 1,
  },
}

/** Music that plays, in the flat form of Jellyfin's plugin. */
export const jellyfinTrack = {
  NotificationType: "PlaybackProgress",
  Timestamp: "2026-07-14T03:33:20.7654321+02:00",
  UtcTimestamp: "2026-07-14T01:33:20.7654399Z",
  Name: "Tin Roof",
  ItemType: "Audio",
  Year: 2012,
  Album: "Quay Nights",
  Artist: "Ida Quarry²",
  Provider_musicbrainztrack: "0a",
  Audio_0_Language: null,
  Audio_0_Default: false,
  IsPaused: false,
  NotificationUsername: "Ines",
}

/** An episode that begins: the show's number where a film has its own, and the numbers in three forms. */
export const jellyfinStart = {
  ...jellyfinEpisode,
  NotificationType: "PlaybackStart",
  SeasonNumber00: "02",
  SeasonNumber000: "002",
  EpisodeNumber00: "05",
  EpisodeNumber000: "005",
  PlayedToCompletion: undefined,
}
