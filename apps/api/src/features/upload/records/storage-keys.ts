/** Where files lie in the file store. */
export const partsFolder = 'parts/'
export const meshesFolder = 'meshes/'
export const thumbnailsFolder = 'thumbnails/'

export const partKey = (sha256: string): string => `${partsFolder}${sha256}`
export const meshKey = (analysisId: string, bodyIndex: number): string => `${meshesFolder}${analysisId}-${bodyIndex}`
export const thumbnailKey = (thumbnailId: string): string => `${thumbnailsFolder}${thumbnailId}`
