import { type DisplayMesh, drawnTriangles, shownColour } from '@cotation/geometry'

/** Twice the displayed size, as in the browser, for high-density screens. */
const width = 480
const height = 320

/** The thumbnail as the browser draws it, transparent for light and dark pages. Contains numbers only, no user text. */
export function thumbnailSvg(mesh: DisplayMesh): string {
  const triangles = drawnTriangles(mesh, width, height).map(({ corners, shade }) => {
    const points = corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
    const colour = shownColour(shade)
    // Without the stroke a hairline shows between neighbouring triangles.
    return `<polygon points="${points}" fill="${colour}" stroke="${colour}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linejoin="round">${triangles.join('')}</svg>`
}
