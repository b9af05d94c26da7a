/* More fields are sent than any channel has. */
chan none;
chan other = [1] of { byte, byte };

active proctype p() {
  none!1,2,3
}
