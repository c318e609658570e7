/** The package has no types; these are the options that we use. */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    /** Features of OpenType to keep; all others are removed. */
    keepFeatures: readonly string[]
    variationAxes: Readonly<Record<string, { min: number; max: number }>>
  }

  const subsetFont: (font: Buffer, characters: string, options: SubsetOptions) => Promise<Buffer>
  export = subsetFont
}
