import { BufferAttribute, BufferGeometry } from 'three'
import { CENTER, MeshBVH } from 'three-mesh-bvh'
import { f32, i32, u32 } from '../math/typed-access.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'

/**
 * The library's bounding-volume hierarchy copied into flat arrays. `MeshBVH.raycastFirst` builds an
 * intersection object with normal and barycentric coordinates for every candidate triangle and
 * takes 6 to 15 µs a ray, its nearest-point query as long. Walking these arrays takes a fraction of
 * that and allocates nothing.
 *
 * Nodes are in depth-first order, so the left child of node i is i + 1.
 */
export interface FlatTree {
  /** Six numbers a node: minimum x, y, z, maximum x, y, z. */
  bounds: Float32Array
  /** Inner node: its right child. Leaf: its first triangle in `corners`. */
  link: Uint32Array
  /** Triangles of a leaf; 0 for an inner node. */
  count: Uint32Array
  /** Nine coordinates of each triangle, in the sequence of the leaves. */
  corners: Float32Array
  /** The mesh triangle of each nine numbers of `corners`. */
  triangles: Uint32Array
}

export const maxDepth = 48

/**
 * The library's hierarchy over the mesh, which it does not reorder (`indirect`). Undefined without
 * triangles.
 */
export function bvhOf(mesh: TriangleMesh): MeshBVH | undefined {
  if (triangleCount(mesh) < 1) return undefined

  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3))
  geometry.setIndex(new BufferAttribute(mesh.indices, 1))

  return new MeshBVH(geometry, {
    strategy: CENTER,
    indirect: true,
    targetLeafSize: 8,
    maxDepth,
    setBoundingBox: false,
    verbose: false,
  })
}

function leafCorners(mesh: TriangleMesh, triangles: Uint32Array): Float32Array {
  const { positions, indices } = mesh
  const corners = new Float32Array(9 * triangles.length)
  for (let i = 0; i < triangles.length; i++) {
    const first = 3 * u32(triangles, i)
    for (let k = 0; k < 3; k++) {
      const vertex = 3 * u32(indices, first + k)
      corners[9 * i + 3 * k] = f32(positions, vertex)
      corners[9 * i + 3 * k + 1] = f32(positions, vertex + 1)
      corners[9 * i + 3 * k + 2] = f32(positions, vertex + 2)
    }
  }

  return corners
}

export function flatTreeOf(bvh: MeshBVH, mesh: TriangleMesh): FlatTree {
  let nodes = 0
  bvh.traverse(() => {
    nodes++
  })

  const bounds = new Float32Array(6 * nodes)
  const link = new Uint32Array(nodes)
  const count = new Uint32Array(nodes)

  // The last inner node at each depth whose right child has not come yet.
  const waiting = new Int32Array(maxDepth + 2).fill(-1)
  let node = 0
  let leaf = -1
  bvh.traverse((depth, isLeaf, box, offsetOrSplit) => {
    for (let k = 0; k < 6; k++) bounds[6 * node + k] = f32(box, k)

    const parent = depth > 0 ? i32(waiting, depth - 1) : -1
    if (parent >= 0 && node > parent + 1) {
      link[parent] = node
      waiting[depth - 1] = -1
    }

    if (isLeaf) {
      link[node] = offsetOrSplit
      // The library stores a leaf's count in 16 bits, and many equal triangles in one leaf overflow
      // it. Leaves are contiguous, so the next leaf's start gives the true count.
      if (leaf >= 0) count[leaf] = offsetOrSplit - u32(link, leaf)
      leaf = node
    } else waiting[depth] = node

    node++
  })

  const triangles = new Uint32Array(triangleCount(mesh))
  if (leaf >= 0) count[leaf] = triangles.length - u32(link, leaf)
  for (let i = 0; i < triangles.length; i++) triangles[i] = bvh.resolveTriangleIndex(i)

  return { bounds, link, count, corners: leafCorners(mesh, triangles), triangles }
}
