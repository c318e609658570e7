// The peer of step-measuring.ts: the same work on Debian's OpenCASCADE. Prints one line per file:
// name, best milliseconds over the rounds, volume, area; then the peak memory in KiB.
#include <BRepBndLib.hxx>
#include <BRepGProp.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <Bnd_Box.hxx>
#include <GProp_GProps.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <STEPControl_Reader.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS_Shape.hxx>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Measured {
  double volume = 0, area = 0, ms = 0;
};

static double Diagonal(const TopoDS_Shape& shape) {
  Bnd_Box box;
  BRepBndLib::AddOptimal(shape, box, Standard_False, Standard_False);
  return box.IsVoid() ? 0 : std::sqrt(box.SquareExtent());
}

static Measured Measure(const char* path) {
  const auto began = std::chrono::steady_clock::now();
  Measured measured;
  STEPControl_Reader reader;
  if (reader.ReadFile(path) != IFSelect_RetDone) return measured;
  reader.TransferRoots();
  const TopoDS_Shape whole = reader.OneShape();
  GProp_GProps volume, area;
  BRepGProp::VolumeProperties(whole, volume);
  BRepGProp::SurfaceProperties(whole, area);
  measured.volume = volume.Mass();
  measured.area = area.Mass();
  for (TopExp_Explorer solids(whole, TopAbs_SOLID); solids.More(); solids.Next()) {
    const double deflection = std::min(0.2, 0.001 * Diagonal(solids.Current()));
    BRepMesh_IncrementalMesh mesh(solids.Current(), deflection, Standard_False, 0.35, Standard_False);
  }
  measured.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  return measured;
}

// Not getrusage: a child's figure there begins with the memory of the process that started it.
static long PeakKiB() {
  char line[256];
  long peak = 0;
  if (FILE* status = std::fopen("/proc/self/status", "r")) {
    while (std::fgets(line, sizeof line, status))
      if (std::strncmp(line, "VmHWM:", 6) == 0) peak = std::atol(line + 6);
    std::fclose(status);
  }
  return peak;
}

int main(int count, char** words) {
  Message::DefaultMessenger()->ChangePrinters().Clear();
  const int rounds = std::atoi(words[1]);
  for (int file = 2; file < count; ++file) {
    Measured best;
    for (int round = 0; round < rounds; ++round) {
      const Measured now = Measure(words[file]);
      if (round == 0 || now.ms < best.ms) best = now;
    }
    std::printf("%s\t%.3f\t%.9g\t%.9g\n", words[file], best.ms, best.volume, best.area);
  }
  std::printf("peak\t%ld\n", PeakKiB());
}
