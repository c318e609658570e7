/** The path of the app on its host (spec 9); the router adds it to every address. */
export const basepath = '/manufacture'
