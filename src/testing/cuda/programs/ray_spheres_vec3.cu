// rays and spheres with a class of vectors: right
#include <cuda_runtime.h>
#include <float.h>
#include <math.h>

class vec3 {
 public:
  __host__ __device__ vec3() {}
  __host__ __device__ vec3(float e0, float e1, float e2) {
    e[0] = e0;
    e[1] = e1;
    e[2] = e2;
  }
  __host__ __device__ inline float x() const { return e[0]; }
  __host__ __device__ inline float y() const { return e[1]; }
  __host__ __device__ inline float z() const { return e[2]; }
  __host__ __device__ inline vec3 operator-() const { return vec3(-e[0], -e[1], -e[2]); }
  __host__ __device__ inline float operator[](int i) const { return e[i]; }
  __host__ __device__ inline vec3 &operator+=(const vec3 &v2);
  __host__ __device__ inline float length() const { return sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]); }
  float e[3];
};

__host__ __device__ inline vec3 operator+(const vec3 &v1, const vec3 &v2) {
  return vec3(v1.e[0] + v2.e[0], v1.e[1] + v2.e[1], v1.e[2] + v2.e[2]);
}
__host__ __device__ inline vec3 operator-(const vec3 &v1, const vec3 &v2) {
  return vec3(v1.e[0] - v2.e[0], v1.e[1] - v2.e[1], v1.e[2] - v2.e[2]);
}
__host__ __device__ inline vec3 operator*(float t, const vec3 &v) { return vec3(t * v.e[0], t * v.e[1], t * v.e[2]); }
__host__ __device__ inline vec3 operator/(vec3 v, float t) { return vec3(v.e[0] / t, v.e[1] / t, v.e[2] / t); }
__host__ __device__ inline float dot(const vec3 &v1, const vec3 &v2) {
  return v1.e[0] * v2.e[0] + v1.e[1] * v2.e[1] + v1.e[2] * v2.e[2];
}
__host__ __device__ inline vec3 &vec3::operator+=(const vec3 &v) {
  e[0] += v.e[0];
  e[1] += v.e[1];
  e[2] += v.e[2];
  return *this;
}
__host__ __device__ inline vec3 unit_vector(vec3 v) { return v / v.length(); }

class ray {
 public:
  __device__ ray() {}
  __device__ ray(const vec3 &a, const vec3 &b) {
    A = a;
    B = b;
  }
  __device__ vec3 origin() const { return A; }
  __device__ vec3 direction() const { return B; }
  __device__ vec3 point_at_parameter(float t) const { return A + t * B; }
  vec3 A;
  vec3 B;
};

__device__ float hit_sphere(const vec3 &center, float radius, const ray &r) {
  vec3 oc = r.origin() - center;
  float a = dot(r.direction(), r.direction());
  float b = 2.0f * dot(oc, r.direction());
  float c = dot(oc, oc) - radius * radius;
  float discriminant = b * b - 4.0f * a * c;
  if (discriminant < 0) return -1.0f;
  return (-b - sqrtf(discriminant)) / (2.0f * a);
}

__device__ vec3 color(const ray &r) {
  float t = hit_sphere(vec3(0, 0, -1), 0.5f, r);
  if (t > 0.0f) {
    vec3 N = unit_vector(r.point_at_parameter(t) - vec3(0, 0, -1));
    return 0.5f * vec3(N.x() + 1.0f, N.y() + 1.0f, N.z() + 1.0f);
  }
  vec3 unit_direction = unit_vector(r.direction());
  t = 0.5f * (unit_direction.y() + 1.0f);
  vec3 sum = (1.0f - t) * vec3(1.0, 1.0, 1.0);
  sum += t * vec3(0.5, 0.7, 1.0);
  return sum;
}

__global__ void render(vec3 *fb, int max_x, int max_y, vec3 lower_left_corner, vec3 horizontal, vec3 vertical,
                       vec3 origin) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
  if ((i >= max_x) || (j >= max_y)) return;
  int pixel_index = j * max_x + i;
  float u = float(i) / float(max_x);
  float v = float(j) / float(max_y);
  ray r(origin, lower_left_corner + u * horizontal + v * vertical);
  fb[pixel_index] = color(r);
}

int main() {
  int nx = 32;
  int ny = 16;
  int tx = 8;
  int ty = 8;
  int num_pixels = nx * ny;
  size_t fb_size = num_pixels * sizeof(vec3);
  vec3 *fb;
  cudaMallocManaged((void **)&fb, fb_size);
  dim3 blocks(nx / tx + 1, ny / ty + 1);
  dim3 threads(tx, ty);
  render<<<blocks, threads>>>(fb, nx, ny, vec3(-2.0, -1.0, -1.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0),
                              vec3(0.0, 0.0, 0.0));
  cudaDeviceSynchronize();
}
