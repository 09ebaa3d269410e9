// A receiver of webhooks in plain Go 1.19 or newer, without modules. Run it with the secret of the subscription:
//
//	WEBHOOK_SECRET=whsec_... PORT=9000 go run webhook-receiver.go
//
// While a secret is being changed, give both, separated by a blank: either may then sign.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	toleranceSeconds = 5 * 60
	maxBytes         = 65_536
)

var (
	keys   [][]byte
	digits = regexp.MustCompile(`^[0-9]{1,12}$`)

	// Ids of the events that were handled. A restart forgets them: a program that must handle each event once writes the
	// id to its database, in the transaction that does the work, and removes ids after 31 days.
	handled = map[string]bool{}
	turn    sync.Mutex
)

// findFault says why a message is not to be trusted, or nothing. The body must be the very bytes that came in, not JSON
// written anew.
func findFault(headers http.Header, body []byte, now int64) string {
	id, timestamp, signatures := headers.Get("webhook-id"), headers.Get("webhook-timestamp"), headers.Get("webhook-signature")
	if id == "" || timestamp == "" || signatures == "" {
		return "a header is missing"
	}
	if !digits.MatchString(timestamp) {
		return "the timestamp is none"
	}
	sent, _ := strconv.ParseInt(timestamp, 10, 64)
	if now-sent > toleranceSeconds || sent-now > toleranceSeconds {
		return "it is too old, or from the future"
	}
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, one := range strings.Split(signatures, " ") {
			// In constant time: how long it takes must not tell how much of a forgery is right.
			if hmac.Equal([]byte(one), []byte(expected)) {
				return ""
			}
		}
	}
	return "no signature is right"
}

type event struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// handle is what your program does with an event, within 15 seconds. Where it fails, the event is sent again later.
func handle(e event, id string) error {
	fmt.Println(id, e.Type)
	return nil
}

func receive(response http.ResponseWriter, request *http.Request) {
	answer := func(status int, text string) {
		response.Header().Set("Content-Type", "text/plain")
		response.WriteHeader(status)
		fmt.Fprintln(response, text)
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
	if err != nil || request.Method != http.MethodPost {
		answer(http.StatusBadRequest, "refused: it is no POST, or too long")
		return
	}
	if fault := findFault(request.Header, body, time.Now().Unix()); fault != "" {
		answer(http.StatusBadRequest, "refused: "+fault)
		return
	}
	id := request.Header.Get("webhook-id")
	// One at a time, so that an event that comes again meanwhile is handled once.
	turn.Lock()
	defer turn.Unlock()
	if handled[id] {
		// A 2xx for a repeated event too: it need not come again.
		answer(http.StatusOK, "handled before")
		return
	}
	var e event
	err = json.Unmarshal(body, &e)
	if err == nil {
		err = handle(e, id)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s failed: %v\n", id, err)
		answer(http.StatusInternalServerError, "failed: send it again")
		return
	}
	handled[id] = true
	answer(http.StatusOK, "handled")
}

func setting(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return usual
}

func main() {
	log.SetFlags(0)
	for _, secret := range strings.Fields(os.Getenv("WEBHOOK_SECRET")) {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			log.Fatal("WEBHOOK_SECRET has a secret that is not whsec_ and base64")
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to the secret that was shown when the subscription was made")
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(setting("HOST", "127.0.0.1"), setting("PORT", "9000")))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("Listening on port %d", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
