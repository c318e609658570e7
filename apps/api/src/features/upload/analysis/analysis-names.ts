/** The jobs of this slice, and where its files lie. */
export const analyseJob = 'analyse-part'
export const mailJob = 'analysis-mail'

/** Of the slice that keeps lines: a file is there, or was refused. */
export const fileAnalysedJob = 'quote-file-analysed'

export const partsFolder = 'parts/'
export const meshesFolder = 'meshes/'
export const thumbnailsFolder = 'thumbnails/'

export const partKey = (sha256: string): string => `${partsFolder}${sha256}`
export const meshKey = (analysisId: string, bodyIndex: number): string => `${meshesFolder}${analysisId}-${bodyIndex}`
export const thumbnailKey = (thumbnailId: string): string => `${thumbnailsFolder}${thumbnailId}`
