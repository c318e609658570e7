import { type DisplayMesh, drawnTriangles, shownColour } from '@cotation/geometry'

/** As in the browser: twice what is shown, so that it is sharp on dense screens. */
const width = 480
const height = 320

/** The picture of a part that the browser draws too, on nothing, so that it suits light and dark pages; numbers alone, never a name. */
export function thumbnailSvg(mesh: DisplayMesh): string {
  const triangles = drawnTriangles(mesh, width, height).map(({ corners, shade }) => {
    const points = corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
    const colour = shownColour(shade)
    // Neighbours leave a hairline between them without the stroke.
    return `<polygon points="${points}" fill="${colour}" stroke="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linejoin="round">${triangles.join('')}</svg>`
}
