/**
 * In English and in German. `{name}` is a place for a value, which is filled in when the sentence is
 * said; `{helpers}` are the people to ask.
 */
export type Sentence = readonly [english: string, german: string];

/** The places of a text. */
export type PlacesOf<Text> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;
