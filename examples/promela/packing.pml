/* A model to be tuned: the ways to cut a sheet of 24 x 16 into boxes of one size. Each box costs the
 * length of its edges; width and height are chosen by the model. Tune width and height for the largest
 * `boxes`, or the smallest `cost`, when `packed`. */

int width, height, boxes, cost;
bool packed;

active proctype packer() {
  select(width : 2 .. 8);
  select(height : 2 .. 8);
  (24 % width == 0 && 16 % height == 0);
  boxes = (24 / width) * (16 / height);
  cost = boxes * 2 * (width + height) + width * height;
  packed = true
}
