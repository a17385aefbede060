/** Bodies in the shapes that Foursquare sends, about sample places. */

/** A check-in at a venue with every field, and with fields that are not stored. */
export const full = {
  id: "5f0000000000000000000001",
  createdAt: 1_700_000_000,
  type: "checkin",
  timeZoneOffset: -300,
  entities: [{ indices: [0, 4], type: "user", id: "1" }],
  shout: "Taïm and Pies 'n' Thighs — both!",
  venue: {
    id: "4f0000000000000000000001",
    name: "Tin Roof",
    location: {
      address: "1 Quay St.",
      lat: 40.703932832748045,
      lng: -73.99048950444671,
      labeledLatLngs: [{ label: "display", lat: 1, lng: 2 }],
      cc: "SL",
      city: "Eastport",
      country: "Sealand",
      formattedAddress: ["1 Quay St.", "Eastport"],
    },
    categories: [
      { id: "c1", name: "Bar", shortName: "Bar" },
      { id: "c2", name: "Diner", shortName: "Diner", primary: true },
    ],
  },
  likes: { count: 0, groups: [] },
  source: { name: "an app", url: "http://app.example" },
}

/** A shout without a venue, as apps sent it in earlier years. */
export const shout = {
  id: "5f0000000000000000000002",
  createdAt: 1_300_000_000,
  type: "shout",
  timeZone: "America/New_York",
  shout: "Nowhere in particular",
}

/** At no venue, with a location instead. */
export const venueless = {
  id: "5f0000000000000000000003",
  createdAt: 1_299_999_999,
  type: "venueless",
  location: { name: "By the river", lat: 1.5, lng: 2.5 },
}

/** At a venue that hides its location. */
export const atHome = {
  id: "5f0000000000000000000004",
  createdAt: 1_299_999_999,
  type: "checkin",
  venue: {
    name: "Home",
    location: { isFuzzed: true, cc: "SL" },
    categories: [{ name: "Home (private)" }],
  },
}

/** A check-in as it was sent in earlier years: an image's URL in two parts, without a shout or entities. */
export const asOfOld = (index: number) => ({
  id: `50000000000000000000${String(index).padStart(4, "0")}`,
  createdAt: 1_400_000_000 - index * 60_000,
  type: "checkin",
  timeZoneOffset: -300,
  venue: {
    id: "4f0000000000000000000002",
    name: "Zoë & Son's Quay Truck",
    location: {
      address: "Moving!",
      crossStreet: "at Quay St.",
      lat: 40.7,
      lng: -73.9,
      city: "Eastport",
      cc: "SL",
    },
    categories: [
      {
        id: "c3",
        name: "Food Truck",
        pluralName: "Food Trucks",
        shortName: "Street Food",
        icon: { prefix: "https://icons.example/truck_", suffix: ".png" },
        primary: true,
      },
    ],
    verified: false,
    stats: { checkinsCount: 41, usersCount: 19, tipCount: 5 },
  },
  likes: { count: 0, groups: [] },
  like: false,
  photos: { count: 0, items: [] },
  comments: { count: 0 },
  source: { name: "an app", url: "http://localhost:3000" },
})

export const answer = (items: ReadonlyArray<object>, count = items.length) => ({
  meta: { code: 200, requestId: "1" },
  notifications: [{ type: "notificationTray", item: { unreadCount: 0 } }],
  response: { checkins: { count, items } },
})

export const failure = (code: number, errorType: string, errorDetail = "in its own words") => ({
  meta: { code, errorType, errorDetail, requestId: "1" },
  response: {},
})
