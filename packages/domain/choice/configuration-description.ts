/** A configuration in the reader's language. A text is empty if there is nothing to say. */
export interface ConfigurationDescription {
  material: string
  process: string
  /** Colour of the material. Empty if a service covers it: the service then names the colour. */
  colour: string
  tolerance: string
  /** One text per service: name, option and details. */
  services: string[]
}

/** The texts of a description as a list, for a reader who sees them in one paragraph. */
export function descriptionTexts(description: ConfigurationDescription): string[] {
  const { material, process, colour, tolerance, services } = description
  return [material, process, colour, ...services, tolerance].filter((text) => text !== '')
}
